/** Escapes a text for use in a LIKE pattern with `escape '\\'`. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
