import { combine } from './heavy-fields.ts'
import type { HeavyRequest } from './measured-server.ts'
import { valueForTier } from './tier.ts'

const headerNames = [
  'Accept-Encoding',
  'Accept-Language',
  'If-None-Match',
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'User-Agent',
  'Origin',
  'Sec-Fetch-Site',
  'X-Forwarded-For',
  'Connection',
  'Range',
  'Cookie',
  'Forwarded',
  'Accept',
  'Referer',
]
const headerUnits = [
  ' ',
  ';',
  ',',
  'a',
  '"',
  ' ;',
  ';q=0',
  ', W/',
  '0',
  '\t',
  '=',
  'Bearer ',
  '::',
  '1.1.1.1,',
  'bytes=0-,',
]
const paths = ['/', '/rooms?adult=1', '/api/public/getSliderData']

/** The length of a long header. The server accepts eight thousand characters. */
const NORMAL_LENGTH = 7_500
const OVERLONG_LENGTH = 15_000

/** Long headers. A value is never sent twice, because the server may cache a response. */
export function buildHeaderRequests(): HeavyRequest[] {
  let sentCount = 0
  const buildHeaderRequest = (
    path: string,
    [name, value]: readonly [string, string],
    length: number,
  ): HeavyRequest => ({
    label: `${name} of ${length} signs like ${JSON.stringify(value)} at ${path}`,
    method: 'GET',
    path,
    headers: { [name]: `gzip${value.repeat(length / value.length)}${++sentCount}` },
    ...(length === OVERLONG_LENGTH && { tooLargeStatus: 431 }),
  })
  const allPairs = headerNames.flatMap((name) => headerUnits.map((filling) => [name, filling] as const))
  // Pairs names with fillings. Their numbers have no common divisor, so each pair is different.
  const createPairs = (count: number) =>
    Array.from(
      { length: count },
      (_, index) => [headerNames[index % headerNames.length]!, headerUnits[index % headerUnits.length]!] as const,
    )
  const normalPairs = valueForTier({ gate: createPairs(48), all: allPairs, soak: allPairs })
  const overlongPairs = valueForTier({ gate: createPairs(16), all: allPairs, soak: allPairs })
  return [
    ...combine(paths, normalPairs, (path, header) => buildHeaderRequest(path, header, NORMAL_LENGTH)),
    ...combine(paths, overlongPairs, (path, header) => buildHeaderRequest(path, header, OVERLONG_LENGTH)),
  ]
}
