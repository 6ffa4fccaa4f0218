/**
 * Checks for a domain name as browsers write it in a URL: labels of letters, digits and hyphens. URL parsers also
 * accept `;`, `,`, `'` and `*` in a host, which mean something else in a Content-Security-Policy.
 */
export const isDomainName = (host: string): boolean =>
  host.length <= 253 && /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{1,62}[a-z0-9]$/.test(host)
