/** The browser's plausibility check of a phone number. The server parses the number. */
export const phonePattern = /^[+(]*[0-9০-৯][0-9০-৯ ().\-/]{5,28}$/

/** Returns whether a text can be an email address. The browser and the server use the same check. */
export function looksLikeEmail(text: string): boolean {
  const atIndex = text.lastIndexOf('@')
  const [localPart, domain] = [text.slice(0, atIndex), text.slice(atIndex + 1)]
  const labels = domain.length < 190 ? domain.split('.') : []
  return (
    atIndex > 0 &&
    localPart.length <= 64 &&
    /^[^\s\p{C}"(),:;<>@[\\\]]+$/u.test(localPart) &&
    labels.length > 1 &&
    labels.every(
      (label) => label.length < 64 && /^[\p{L}\p{N}]([\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?$/u.test(label),
    ) &&
    /^[\p{L}\p{M}]{2,}$/u.test(labels.at(-1)!)
  )
}
