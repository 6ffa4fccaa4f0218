import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsIn } from '../words/both.ts'
import { productData, productListData } from './linked-data.ts'

type Telling = Parameters<typeof productData>[0]

const company = { name: 'Selvage Accessories' } as Telling['company']
const picture = { alt: '', width: 4, height: 3, colour: '', illustrative: false, srcWidth: 4, sources: [] }
const telling: Telling = {
  api: {} as Telling['api'],
  company,
  words: wordsIn('bn'),
  address: (path: string) => `https://selvage.example/bn${path}`,
  file: (path: string) => `https://selvage.example${path}`,
}
const zipper = {
  slug: 'zipper',
  name: 'জিপার',
  summary: 'সারাংশ',
  description: 'বর্ণনা',
  picture: { ...picture, src: '/pictures/zipper.jpg' },
  specification: { materials: ['পিতল', 'নাইলন'], sizes: ['#3', '#5'] },
}

test('a product is told by what it is made of and who makes it, and at no price', () => {
  const told: Record<string, unknown> = productData(telling, zipper)
  const place = 'https://selvage.example/bn/products/zipper'
  assert.deepEqual([told['@type'], told['@id'], told['url']], ['Product', `${place}#product`, place])
  assert.deepEqual([told['name'], told['description']], ['জিপার', 'বর্ণনা'])
  assert.deepEqual(told['image'], ['https://selvage.example/pictures/zipper.jpg'])
  assert.deepEqual([told['material'], told['size']], [['পিতল', 'নাইলন'], ['#3', '#5']])
  assert.deepEqual(told['brand'], { '@type': 'Brand', name: company.name })
  assert.doesNotMatch(JSON.stringify(told), /"(offers|price|review|aggregateRating)"/)
})

test('products are told as a list in their order', () => {
  const { itemListElement } = productListData(telling, [zipper, { slug: 'a b', name: 'Odd' }])
  assert.deepEqual(
    itemListElement.map(({ position, name, url }) => [position, name, url]),
    [[1, 'জিপার', 'https://selvage.example/bn/products/zipper'], [2, 'Odd', 'https://selvage.example/bn/products/a%20b']],
  )
})
