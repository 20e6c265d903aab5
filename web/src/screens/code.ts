/**
 * A code as the server spells it, however it was typed: in small letters, with hyphens and spaces, or in full width. Of
 * a link that ends in a code, the code.
 */
export function codeOf(text: string): string {
  const typed = text.slice(text.lastIndexOf("#") + 1);
  return typed.normalize("NFKC").toUpperCase().replace(/[^A-Z0-9]/g, "");
}
