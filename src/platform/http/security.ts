import { createHash } from 'node:crypto'

/** Returns the security headers of the responses. */
export function buildSecurityHeaders(publicUrl: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  }
}

/** The policy for responses that are not pages, including SVG pictures: no content may run or be framed. */
export const dataCsp = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/**
 * Returns the policy for pages: our own scripts and styles, and one inline block of each. Scripts may also fetch from
 * the frame origins, to check that these respond. Forms may also lead to payment gateways. Pictures may also come from
 * the picture origins.
 */
export function buildPageCsp(
  inline: { script: string; style: string } | null,
  frameOrigins: readonly string[],
  formOrigins: readonly string[] = [],
  pictureOrigins: readonly string[] = [],
): string {
  const buildSourceList = (text: string | undefined) => (text === undefined ? "'self'" : `'self' ${hashSource(text)}`)
  return [
    "default-src 'none'",
    `script-src ${buildSourceList(inline?.script)}`,
    `style-src ${buildSourceList(inline?.style)}`,
    `img-src ${["'self'", 'data:', ...pictureOrigins].join(' ')}`,
    "font-src 'self'",
    `connect-src ${["'self'", ...frameOrigins].join(' ')}`,
    "manifest-src 'self'",
    `frame-src ${frameOrigins.length === 0 ? "'none'" : frameOrigins.join(' ')}`,
    `form-action ${["'self'", ...formOrigins].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
