import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'

describe('makePictures', () => {
  let root: string
  let makePictures: (at: { root: string; say: () => void }) => Promise<void>
  let messageCount = 0
  const make = () => makePictures({ root, say: () => messageCount++ })

  before(async () => {
    makePictures = (await import(new URL('pictures.mjs', import.meta.url).href)).makePictures
    root = mkdtempSync(join(tmpdir(), 'pictures-'))
    mkdirSync(join(root, 'art/pictures'), { recursive: true })
    cpSync(new URL('../art/svg', import.meta.url), join(root, 'art/svg'), { recursive: true })
    await writeMaster('banner-accessories', { width: 1600, height: 680 })
    await writeMaster('room', { width: 600, height: 400 })
    await writeMaster('wide', { width: 3000, height: 400 })
    describeMasters('banner-accessories', 'room', 'wide')
    await make()
  })
  after(() => rmSync(root, { recursive: true }))

  test('creates AVIF files up to the width of a high-density screen and one JPEG, none wider than the master', async () => {
    assert.deepEqual(listWidths('banner-accessories'), { avif: [320, 480, 768, 900, 1440], jpeg: [768] })
    assert.deepEqual(listWidths('wide'), { avif: [320, 480, 768, 900, 1440, 2160, 2880], jpeg: [768] })
    assert.deepEqual(listWidths('room'), { avif: [320, 480, 600], jpeg: [600] })
    for (const picture of Object.values(readListing()))
      for (const [format, files] of Object.entries(picture.files))
        for (const [width, file] of Object.entries(files)) {
          const metadata = await sharp(join(root, 'dist/pictures', file)).metadata()
          assert.equal(metadata.width, Number(width), file)
          assert.equal(metadata.format, format === 'avif' ? 'heif' : 'jpeg', file)
        }
  })

  test('lists the size, the alternative text and the placeholder colour', () => {
    const { files, ...rest } = readListing().room!
    assert.deepEqual(rest, {
      width: 600,
      height: 400,
      alt: { en: 'room in English', bn: 'room in Bangla' },
      illustrative: true,
      placeholder: '#ffffff',
    })
    assert.ok(files.jpeg[600])
  })

  test('creates the icons in the sizes that browsers and link previews expect', async () => {
    const sizes = { 'apple-touch-icon.png': [180, 180], 'icon-192.png': [192, 192], 'icon-512.png': [512, 512] }
    for (const [file, [width, height]] of Object.entries({ ...sizes, 'open-graph.jpg': [1200, 630] })) {
      const metadata = await sharp(join(root, 'dist/icons', file)).metadata()
      assert.deepEqual([metadata.width, metadata.height], [width, height], file)
    }
    const ico = readFileSync(join(root, 'dist/icons/favicon.ico'))
    const innerImage = await sharp(ico.subarray(ico.readUInt32LE(18))).metadata()
    assert.deepEqual([ico[6], innerImage.format, innerImage.width], [32, 'png', 32])
    assert.ok(existsSync(join(root, 'dist/icons/favicon.svg')))
  })

  test('writes no files if no master has changed', async () => {
    messageCount = 0
    rmSync(join(root, 'dist/icons'), { recursive: true })
    await make()
    assert.equal(existsSync(join(root, 'dist/icons')), false)
    assert.equal(messageCount, 0)
  })

  test('renames the files of a changed master, removes the old files and keeps the other pictures', async () => {
    const [oldPicture, untouchedPicture] = [readListing().room!, readListing()['banner-accessories']!]
    await writeMaster('room', { width: 600, height: 400 }, '#000000')
    await make()
    assert.equal(messageCount, 1)
    assert.equal(readListing().room!.placeholder, '#000000')
    assert.deepEqual(readListing()['banner-accessories'], untouchedPicture)
    const presentFiles = readdirSync(join(root, 'dist/pictures'))
    for (const file of Object.values(oldPicture.files).flatMap((files) => Object.values(files)))
      assert.equal(presentFiles.includes(file), false, file)
  })

  test('rejects a picture without text in both languages, and text without a picture', async () => {
    await writeMaster('lobby', { width: 40, height: 30 })
    await assert.rejects(make(), /lobby in both languages/)
    describeMasters('banner-accessories', 'room', 'wide', 'lobby', 'garden')
    await assert.rejects(make(), /no such picture/)
  })

  async function writeMaster(name: string, size: { width: number; height: number }, background = '#FFFFFF') {
    const picture = sharp({ create: { ...size, channels: 3, background } })
    await picture.jpeg({ quality: 100 }).toFile(join(root, `art/pictures/${name}.jpg`))
  }

  function describeMasters(...names: string[]) {
    const createDescription = (name: string) => ({
      en: `${name} in English`,
      bn: `${name} in Bangla`,
      illustrative: true,
    })
    const manifest = Object.fromEntries(names.map((name) => [name, createDescription(name)]))
    writeFileSync(join(root, 'art/manifest.json'), JSON.stringify(manifest))
  }

  type ListedPicture = { placeholder: string; files: Record<'avif' | 'jpeg', Record<string, string>> }
  const readListing = () =>
    JSON.parse(readFileSync(join(root, 'dist/pictures.json'), 'utf8')) as Record<string, ListedPicture>

  function listWidths(name: string) {
    const { avif, jpeg } = readListing()[name]!.files
    return { avif: Object.keys(avif).map(Number), jpeg: Object.keys(jpeg).map(Number) }
  }
})
