import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { brokenPackages } from './packages.mjs'

const asked = {
  dependencies: { react: '19.3.1' },
  optionalDependencies: { oxide: '1.0.0' },
  allowScripts: { native: false },
}
const locked = {
  '': { name: 'house' },
  'node_modules/react': { version: '19.3.1' },
  'node_modules/oxide': { version: '1.0.0', optionalDependencies: { 'oxide-linux': '1.0.0' } },
  'node_modules/oxide-linux': { version: '1.0.0' },
  'node_modules/oxide/node_modules/native': { version: '2.0.0', hasInstallScript: true },
}

test('a lock file that holds all and names no address passes', () => {
  assert.deepEqual(brokenIn(asked, locked), [])
})

test('a lock file that only some machines can install from does not', () => {
  const { 'node_modules/oxide-linux': _, ...withoutLinux } = locked
  for (const [ask, lock, broken] of [
    [{ ...asked, dependencies: { react: '^19.3.1' } }, locked, /^package\.json asks for .* exactly that .*: react$/],
    [
      asked,
      { ...locked, 'node_modules/react': { version: '19.3.1', resolved: 'https://registry.example/react' } },
      /names download addresses: react$/,
    ],
    [{ ...asked, allowScripts: {} }, locked, /^allowScripts .* does not say .*: native$/],
    [asked, withoutLinux, /^package-lock\.json lacks these, .*: oxide-linux$/],
  ]) {
    const [line, ...others] = brokenIn(ask, lock)
    assert.match(line, broken)
    assert.deepEqual(others, [])
  }
})

function brokenIn(packageJson, packages) {
  const root = mkdtempSync(join(tmpdir(), 'packages-'))
  try {
    writeFileSync(join(root, 'package.json'), JSON.stringify(packageJson))
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
    return brokenPackages(root)
  } finally {
    rmSync(root, { recursive: true })
  }
}
