/** How people can be reached, as far as one can see: the same in the browser and on the server. */
export const phonePattern = /^\+?[0-9০-৯][0-9০-৯ ().-]{5,28}$/

export function looksLikeEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)]
  return (
    at > 0 &&
    local.length <= 64 &&
    /^[^\s\p{C}"(),:;<>@[\\\]]+$/u.test(local) &&
    /^(?=.{4,189}$)([\p{L}\p{N}]([\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?\.)+[\p{L}\p{M}]{2,63}$/u.test(domain)
  )
}
