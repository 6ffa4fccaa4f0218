import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'
import { createReactTrimmer } from './lean-react.ts'

const reactDom = 'node_modules/react-dom/cjs/react-dom-client.production.js'
const projectRoot = fileURLToPath(new URL('..', import.meta.url))

/** Returns the exports that remain in one of React's files, in a project with this page. */
function listRemainingExports(file, page) {
  const root = mkdtempSync(join(tmpdir(), 'selvage-react-'))
  try {
    cpSync(join(projectRoot, reactDom), join(root, reactDom))
    mkdirSync(join(root, 'src'))
    writeFileSync(join(root, 'src/page.tsx'), page)
    const { handler } = createReactTrimmer(root).transform
    const { code } = handler.call({ parse: parseAst }, readFileSync(join(projectRoot, 'node_modules', file), 'utf8'))
    return Array.from(code.matchAll(/^exports\.(\w+)/gm), ([, name]) => name)
  } finally {
    rmSync(root, { recursive: true })
  }
}

test('createReactTrimmer keeps only the exports of React that a page imports', () => {
  const names = listRemainingExports('react/cjs/react.production.js', `import { memo, type ReactNode } from 'react'`)
  assert.deepEqual(names, ['__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE', 'memo', 'version'])
})

test("createReactTrimmer keeps the exports that React's own files use", () => {
  const names = listRemainingExports('scheduler/cjs/scheduler.production.js', '')
  assert.ok(names.includes('unstable_scheduleCallback'))
  assert.ok(!names.includes('unstable_runWithPriority'))
})

test('createReactTrimmer removes a function that React DOM defines but does not export', () => {
  const source = readFileSync(join(projectRoot, reactDom), 'utf8')
  const { handler } = createReactTrimmer(projectRoot).transform
  const { code } = handler.call({ parse: parseAst }, source, join(projectRoot, reactDom))
  assert.match(source, /^ReactDOMSharedInternals\.findDOMNode = /m)
  assert.doesNotMatch(code, /findDOMNode/)
  assert.match(code, /^ReactDOMSharedInternals\.d = /m)
})

test('createReactTrimmer rejects an import of all of React', () => {
  for (const page of [`import * as React from 'react'`, `import React, { useState } from 'react'`])
    assert.throws(
      () => listRemainingExports('react/cjs/react.production.js', page),
      /^Error: Imports all of React: .*\(page\.tsx\)\.$/,
    )
})
