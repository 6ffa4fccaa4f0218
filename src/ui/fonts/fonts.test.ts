import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import Pdf from 'pdfkit'
import decompress from 'wawoff2/decompress.js'
import { bnPages } from '#locales/bn-pages.ts'
import { enPages } from '#locales/en-pages.ts'

const fontFaces = readFileSync(new URL('fonts.css', import.meta.url), 'utf8')
  .split('@font-face')
  .slice(1)

describe('the fonts, cut to the characters that the site needs', () => {
  test('contain every character of the English texts', () => {
    const { 'language.other': _, 'language.switch': __, ...messages } = enPages
    assert.deepEqual(findMissing('Hind Siliguri', Object.values(messages)), [])
  })

  test('contain every character of the Bangla texts', () => {
    assert.deepEqual(findMissing('Hind Siliguri Bangla', Object.values(bnPages)), [])
  })

  test('contain every character of Bangla headings: Bengali letters in the serif font, Latin letters in Fraunces', () => {
    const supportedCharacters = ['Noto Serif Bengali', 'Fraunces in Bangla'].flatMap((family) => [
      ...listCharacters(findFaces(family)[0]!),
    ])
    const letters = new Set(
      Object.values(bnPages)
        .join('')
        .replaceAll(/\{\w+\}|@/g, ''),
    )
    assert.deepEqual(
      [...letters].filter((letter) => !supportedCharacters.includes(letter)),
      [],
    )
  })

  test('join the Bengali conjuncts ক্ষ, জ্ঞ, স্ত্র, দ্ধ and র‍্য in the serif font', async () => {
    const file = listFiles('Noto Serif Bengali')[0]!
    const pdfFont = new Pdf().font(Buffer.from(await decompress(readFileSync(new URL(file, import.meta.url)))))
    for (const conjunct of ['ক্ষ', 'জ্ঞ', 'স্ত্র', 'দ্ধ', 'ন্ত্র', 'ক্র', 'ত্ত', 'ষ্ট', 'ঙ্গ', 'হ্ম', 'র্য', 'র‍্য']) {
      const separateGlyphs = conjunct.replaceAll('\u200d', '').replaceAll('্', '্\u200c')
      assert.ok(pdfFont.widthOfString(conjunct) < pdfFont.widthOfString(separateGlyphs) * 0.95, conjunct)
    }
  })

  test('render বাংলা on an English page without a Bengali font', () => {
    assert.deepEqual(findMissing('Hind Siliguri Bangla Name', [enPages['language.other']]), [])
    assert.equal(listFiles('Hind Siliguri Bangla Name').join(), listFiles('Hind Siliguri').join())
  })

  test('draw all letters of a Bangla name on an English page with the Bengali font', () => {
    // The Latin files contain the letters of the word বাংলা, which would be thin inside a bold name.
    const latinFaces = fontFaces.filter(
      (face) => /hind-siliguri-[46]00\.woff2/.test(face) && !face.includes("'Hind Siliguri Bangla Name'"),
    )
    assert.equal(latinFaces.length, 3)
    for (const face of latinFaces) {
      const characters = listCharacters(face)
      assert.ok(characters.has('a') && [...'বাংলা'].every((letter) => !characters.has(letter)), face)
    }
  })

  test('show amounts in taka in the Latin font', () => {
    assert.deepEqual(findMissing('Hind Siliguri', ['৳12,500.00']), [])
  })

  test('can draw 0-9 as Bengali digits, for inputs that accept only 0-9', async () => {
    for (const file of listFiles('Hind Siliguri Bangla')) {
      const font = Buffer.from(await decompress(readFileSync(new URL(file, import.meta.url))))
      assert.ok(readFontTable(font, 'GSUB').includes('ss01'), file)
    }
  })

  test('all exist, and every file is used', () => {
    const usedFiles = fontFaces.flatMap((face) => face.match(/[\w-]+\.woff2/)?.[0] ?? [])
    const existingFiles = readdirSync(new URL('.', import.meta.url)).filter((file) => file.endsWith('.woff2'))
    assert.deepEqual([...new Set(usedFiles)].sort(), existingFiles.sort())
  })
})

function findMissing(family: string, texts: string[]): string[] {
  const supportedCharacters = findFaces(family).map(listCharacters)
  assert.ok(supportedCharacters.length, `there is no font ${family}`)
  return [...new Set(texts.join(''))].filter(
    (character) => !supportedCharacters.every((characters) => characters.has(character)),
  )
}

function listCharacters(face: string): Set<string> {
  const ranges = [...face.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)]
  return new Set(
    ranges.flatMap(([, first, last = first]) => {
      const [from, to] = [parseInt(first!, 16), parseInt(last!, 16)]
      return Array.from({ length: to - from + 1 }, (_, step) => String.fromCodePoint(from + step))
    }),
  )
}

function readFontTable(font: Buffer, tag: string): Buffer {
  const entry = font.indexOf(tag, 12, 'latin1')
  const [start, length] = [font.readUInt32BE(entry + 8), font.readUInt32BE(entry + 12)]
  return font.subarray(start, start + length)
}

const findFaces = (family: string) => fontFaces.filter((face) => face.includes(`font-family: '${family}';`))
const listFiles = (family: string) => findFaces(family).flatMap((face) => face.match(/[\w-]+\.woff2/)?.[0] ?? [])
