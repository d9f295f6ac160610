package dev.ibportal.daemon.adopt;

/**
 * Something that people copy from one another and that does not do what they want.
 *
 * @param code stable, for machines
 * @param place the file, or the interface
 * @param found what stands there
 * @param right what would be right
 */
public record WrongRecipe(String code, String place, String found, String right) {}
