/**
 * Why something cannot be reached: facts that were gathered somewhere, a chain of links that is judged from them alone, and
 * one named cause. Pure: daemon and portal judge with the same rules, whoever gathered the facts.
 */
@NullMarked
package dev.ibportal.diagnosis;

import org.jspecify.annotations.NullMarked;
