import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { describeModuleError } from './browser-modules.ts'

describe('describeModuleError', () => {
  for (const [path, target] of [
    ['src/site/home/home-page.tsx', 'client'],
    ['src/locales/en-pages.ts', 'client'],
    ['node_modules/react-dom/client.js', 'client'],
    ['src/stays/rooms/office/room-page.tsx', 'office'],
    ['node_modules/@tiptap/extension-bold/dist/index.js', 'office'],
  ])
    test(`allows ${path} for ${target}`, () => assert.equal(describeModuleError(path, target), undefined))

  for (const [path, target, problem] of [
    ['node_modules/kysely/dist/index.js', 'client', /the package kysely is not allowed/],
    ['node_modules/@tiptap/core/dist/index.js', 'client', /the package @tiptap\/core is not allowed/],
    ['node_modules/prosemirror-menu/dist/index.js', 'client', /prosemirror-menu/],
    ['src/stays/rooms/office/room-page.tsx', 'client', /only the office/],
    ['src/front-desk/desk/chart/tape-chart.tsx', 'client', /only the office/],
    ['src/locales/en-office.ts', 'client', /only the office/],
    ['src/locales/both.ts', 'office', /for the server only/],
    ['src/locales/en/rooms-server.ts', 'office', /for the server only/],
    ['__vite-browser-external', 'office', /Node modules/],
  ])
    test(`rejects ${path} for ${target}`, () => assert.match(describeModuleError(path, target), problem))
})
