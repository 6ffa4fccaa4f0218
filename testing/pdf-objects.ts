import assert from 'node:assert/strict'
import { getDocumentProxy } from 'unpdf'

/** Asserts that a PDF has exactly the objects that its trailer counts, and no action, script or annotation. */
export async function provePdf(file: Buffer, what: string): Promise<void> {
  const whole = file.toString('latin1')
  assert.ok(whole.startsWith('%PDF-1.7') && whole.trimEnd().endsWith('%%EOF'), what)
  const bare = whole
    .replace(/\bstream\r?\n[\s\S]*?\nendstream/g, '')
    .replace(/\((?:\\[\s\S]|[^\\)])*\)/g, '()')
    .replace(/<[\da-f\s]+>/gi, '<>')
  const numbers = [...bare.matchAll(/^(\d+) 0 obj$/gm)].map(([, number]) => Number(number)).toSorted((a, b) => a - b)
  const [, size] = /\/Size (\d+)/.exec(bare) ?? []
  assert.deepEqual(
    numbers,
    Array.from({ length: Number(size) - 1 }, (_, at) => at + 1),
    `${what}: the objects do not match the trailer`,
  )
  for (const word of ['endobj', 'startxref', '%%EOF', 'trailer'])
    assert.equal(bare.split(word).length - 1, word === 'endobj' ? numbers.length : 1, `${what}: ${word}`)
  assert.doesNotMatch(bare, /\/(JS|JavaScript|OpenAction|AA|Launch|URI|SubmitForm|EmbeddedFile|RichMedia)\b/, what)
  const document = await getDocumentProxy(new Uint8Array(file))
  assert.equal(await document.getJSActions(), null, what)
  for (let page = 1; page <= document.numPages; page++)
    assert.deepEqual(await (await document.getPage(page)).getAnnotations(), [], what)
}
