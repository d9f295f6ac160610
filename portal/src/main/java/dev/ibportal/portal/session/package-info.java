/** Enrolment of nodes, their live sessions, what they are told and what they report. */
@NullMarked
package dev.ibportal.portal.session;

import org.jspecify.annotations.NullMarked;
