import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { findBrokenPackages } from './packages.mjs'

const validManifest = {
  dependencies: { react: '19.3.1' },
  optionalDependencies: { oxide: '1.0.0' },
  allowScripts: { native: false },
}
const lockedPackages = {
  '': { name: 'project' },
  'node_modules/react': { version: '19.3.1' },
  'node_modules/oxide': { version: '1.0.0', optionalDependencies: { 'oxide-linux': '1.0.0' } },
  'node_modules/oxide-linux': { version: '1.0.0' },
  'node_modules/oxide/node_modules/native': { version: '2.0.0', hasInstallScript: true },
}

test('the packages check accepts a complete lock file without download URLs', () => {
  assert.deepEqual(findBroken(validManifest, lockedPackages), [])
})

test('the packages check rejects a lock file that does not work on every machine', () => {
  const { 'node_modules/oxide-linux': _, ...withoutLinux } = lockedPackages
  for (const [manifest, packages, broken] of [
    [
      { ...validManifest, dependencies: { react: '^19.3.1' } },
      lockedPackages,
      /^package\.json requires versions .*: react$/,
    ],
    [
      validManifest,
      { ...lockedPackages, 'node_modules/react': { version: '19.3.1', resolved: 'https://registry.example/react' } },
      /contains download URLs: react$/,
    ],
    [{ ...validManifest, allowScripts: {} }, lockedPackages, /^allowScripts .* does not state .*: native$/],
    [validManifest, withoutLinux, /^package-lock\.json lacks these, .*: oxide-linux$/],
  ]) {
    const [line, ...others] = findBroken(manifest, packages)
    assert.match(line, broken)
    assert.deepEqual(others, [])
  }
})

function findBroken(packageJson, packages) {
  const root = mkdtempSync(join(tmpdir(), 'packages-'))
  try {
    writeFileSync(join(root, 'package.json'), JSON.stringify(packageJson))
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
    return findBrokenPackages(root)
  } finally {
    rmSync(root, { recursive: true })
  }
}
