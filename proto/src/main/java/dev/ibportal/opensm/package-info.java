/**
 * OpenSM's partitions.conf: a model, one renderer, and a parser that takes only text whose effect is beyond doubt.
 *
 * <p>OpenSM fails open. Whatever it cannot parse makes every port a full member of the default partition and drops all
 * tenants, and many slips are silent: {@code =Full} means limited, two names with one PKey become one partition, long
 * lines lose ports. So the file is written by {@link dev.ibportal.opensm.PartitionsConfRenderer} alone, and
 * {@link dev.ibportal.opensm.PartitionsConfParser} reads it back before it is put in place.
 */
@NullMarked
package dev.ibportal.opensm;

import org.jspecify.annotations.NullMarked;
