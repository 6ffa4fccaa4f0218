/** Resolves when the document is parsed. Scripts may arrive before its end. */
export async function waitUntilParsed(): Promise<void> {
  if (document.readyState === 'loading') await new Promise((parsed) => addEventListener('DOMContentLoaded', parsed))
}
