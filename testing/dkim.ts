import { createHash, createVerify, type KeyObject } from 'node:crypto'

/**
 * Verifies the DKIM signature of an email as its receiver does (RFC 6376, relaxed header and body). It is written from
 * the standard and shares no code with the signer.
 */
export function verifyDkim(raw: string, publicKey: KeyObject): { tags: Record<string, string>; isValid: boolean } {
  const headerEnd = raw.indexOf('\r\n\r\n')
  const lines = raw.slice(0, headerEnd).split(/\r\n(?![ \t])/)
  const signature = lines.find((line) => /^dkim-signature:/i.test(line))
  if (!signature) throw new Error('the email is not signed')
  const tags = Object.fromEntries(
    signature
      .slice(signature.indexOf(':') + 1)
      .split(';')
      .map((tag) => tag.trim())
      .filter(Boolean)
      .map((tag) => [tag.slice(0, tag.indexOf('=')).trim(), tag.slice(tag.indexOf('=') + 1).replaceAll(/\s+/g, '')]),
  ) as Record<string, string>
  const body = canonicalizeBody(raw.slice(headerEnd + 4))
  const bodyHash = createHash('sha256').update(body, 'latin1').digest('base64')
  const remainingLines = [...lines]
  const signedHeaders = tags['h']!.split(':').flatMap((name) => {
    const index = remainingLines.findLastIndex(
      (line) => line.slice(0, line.indexOf(':')).trim().toLowerCase() === name.toLowerCase(),
    )
    return index < 0 ? [] : [canonicalizeHeader(remainingLines.splice(index, 1)[0]!)]
  })
  const signatureHeader = canonicalizeHeader(signature.replace(/(;\s*b=)[^;]*/, '$1'))
  const verifier = createVerify('RSA-SHA256').update([...signedHeaders, signatureHeader].join('\r\n'), 'latin1')
  return { tags, isValid: tags['bh'] === bodyHash && verifier.verify(publicKey, tags['b']!, 'base64') }
}

const canonicalizeHeader = (line: string): string => {
  const colon = line.indexOf(':')
  const value = line
    .slice(colon + 1)
    .replaceAll(/\r\n/g, '')
    .replaceAll(/[ \t]+/g, ' ')
    .trim()
  return `${line.slice(0, colon).trim().toLowerCase()}:${value}`
}

function canonicalizeBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replaceAll(/[ \t]+/g, ' ').replace(/ $/, ''))
  while (lines.at(-1) === '') lines.pop()
  return lines.length === 0 ? '' : `${lines.join('\r\n')}\r\n`
}
