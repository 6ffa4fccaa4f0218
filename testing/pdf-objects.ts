import assert from 'node:assert/strict'
import { getDocumentProxy } from 'unpdf'

/** Asserts that a PDF has exactly the objects that its trailer counts, and no action, script or annotation. */
export async function assertSafePdf(file: Buffer, label: string): Promise<void> {
  const source = file.toString('latin1')
  assert.ok(source.startsWith('%PDF-1.7') && source.trimEnd().endsWith('%%EOF'), label)
  const structure = source
    .replace(/\bstream\r?\n[\s\S]*?\nendstream/g, '')
    .replace(/\((?:\\[\s\S]|[^\\)])*\)/g, '()')
    .replace(/<[\da-f\s]+>/gi, '<>')
  const objectNumbers = [...structure.matchAll(/^(\d+) 0 obj$/gm)]
    .map(([, number]) => Number(number))
    .toSorted((a, b) => a - b)
  const [, size] = /\/Size (\d+)/.exec(structure) ?? []
  assert.deepEqual(
    objectNumbers,
    Array.from({ length: Number(size) - 1 }, (_, index) => index + 1),
    `${label}: the objects do not match the trailer`,
  )
  for (const word of ['endobj', 'startxref', '%%EOF', 'trailer'])
    assert.equal(structure.split(word).length - 1, word === 'endobj' ? objectNumbers.length : 1, `${label}: ${word}`)
  assert.doesNotMatch(
    structure,
    /\/(JS|JavaScript|OpenAction|AA|Launch|URI|SubmitForm|EmbeddedFile|RichMedia)\b/,
    label,
  )
  const document = await getDocumentProxy(new Uint8Array(file))
  assert.equal(await document.getJSActions(), null, label)
  for (let page = 1; page <= document.numPages; page++)
    assert.deepEqual(await (await document.getPage(page)).getAnnotations(), [], label)
}
