import { describe, test } from 'node:test'
import { assertLinear } from '#testing/assert-linear.ts'
import { excerptSentences } from '#content/excerpt.ts'
import { readReport } from '#trade/inbox/reports.ts'
import { parseCsvLine } from '#platform/files/csv.ts'
import { cleanHtml } from '#content/posts/clean.ts'
import { compareTexts } from '#content/posts/difference.ts'

const createPart = (mimeType: string, content: string) => ({ mimeType, content })
const emailPart = createPart('message/rfc822', 'Message-ID: <7.1800000000000@selvage>\r\n')
const readStatus = (text: string) => readReport([emailPart, createPart('message/delivery-status', text)])

/** Text nested almost as deeply as `cleanHtml` accepts. */
const nestedHtml = `${'<b>'.repeat(199)}one${'</b>'.repeat(199)}`

/** Parsers of untrusted text, with their worst-case inputs. Sizes are in characters. */
const parsers: [reader: string, read: (text: string) => unknown, size: number, units: readonly string[]][] = [
  [
    'excerptSentences',
    (text) => excerptSentences(text, 300),
    200_000,
    ['<table', '<tr', '<table><tr><td>', '<table><td', '<!--', '<script>', '<style>', '</script ', '<a "', '&#1', '. '],
  ],
  ['cleanHtml', cleanHtml, 50_000, ['<', 'word ', '<p>one</p>', '<br>', nestedHtml, '</b>']],
  [
    'readReport status',
    readStatus,
    1_000_000,
    ['Action: failed\n', '\n\n', ':', 'Action:', 'Diagnostic-Code: smtp;', ' '],
  ],
  [
    'readReport of an email',
    (text) => readReport([createPart('message/rfc822', text)]),
    500_000,
    ['\nmessage-id:', '\n\n'],
  ],
  ['parseCsvLine', parseCsvLine, 500_000, ['"', '",']],
  ['compareTexts', (text) => compareTexts(text, ''), 200_000, ['<p>one and more of it</p>', '<p', '<td>', 'word ']],
]

describe('parsing untrusted text', () => {
  for (const [parser, parse, size, units] of parsers)
    for (const unit of units)
      test(`${parser} takes linear time for ${JSON.stringify(unit)}`, () =>
        assertLinear(`${parser} of ${unit}`, size, (length) => parse(unit.repeat(length / unit.length))))
})
