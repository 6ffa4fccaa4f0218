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
const integrity = 'sha512-qg=='
const lockedPackages = {
  '': { name: 'project' },
  'node_modules/react': { version: '19.3.1', integrity, license: 'MIT' },
  'node_modules/oxide': {
    version: '1.0.0',
    integrity,
    license: 'ISC',
    optionalDependencies: { 'oxide-linux': '1.0.0' },
  },
  'node_modules/oxide-linux': { version: '1.0.0', integrity, license: 'ISC' },
  'node_modules/oxide/node_modules/native': { version: '2.0.0', integrity, license: '0BSD', hasInstallScript: true },
}

const addReact = (entry) => ({ ...lockedPackages, 'node_modules/react': { version: '19.3.1', integrity, ...entry } })

test('the packages check accepts a complete lock file without download URLs', () => {
  assert.deepEqual(findBroken(validManifest, lockedPackages), [])
})

test('the packages check rejects a lock file that does not work on every machine', () => {
  const { 'node_modules/oxide-linux': _, ...packagesWithoutLinux } = lockedPackages
  for (const [manifest, packages, violation] of [
    [
      { ...validManifest, dependencies: { react: '^19.3.1' } },
      lockedPackages,
      /^package\.json requires versions .*: react$/,
    ],
    [
      validManifest,
      addReact({ license: 'MIT', resolved: 'https://registry.example/react' }),
      /contains download URLs: react$/,
    ],
    [validManifest, addReact({ license: 'MIT', integrity: undefined }), /lacks the checksums of these.*: react$/],
    [{ ...validManifest, allowScripts: {} }, lockedPackages, /^allowScripts .* does not state .*: native$/],
    [validManifest, packagesWithoutLinux, /^package-lock\.json lacks these, .*: oxide-linux$/],
  ]) {
    const [line, ...others] = findBroken(manifest, packages)
    assert.match(line, violation)
    assert.deepEqual(others, [])
  }
})

test('the packages check accepts only known licences in production (OPS-14)', () => {
  const acceptedLicences = ['Apache-2.0', '(MIT OR GPL-3.0-only)', 'BSD-3-Clause AND MIT']
  for (const license of acceptedLicences)
    assert.deepEqual(findBroken(validManifest, addReact({ license })), [], license)
  assert.deepEqual(findBroken(validManifest, addReact({ license: 'GPL-3.0-only', dev: true })), [])
  const rejectedLicences = [
    'GPL-3.0-only',
    'AGPL-3.0-only',
    'MPL-2.0',
    'MIT AND GPL-2.0-only',
    'SEE LICENSE IN README',
    undefined,
  ]
  for (const license of rejectedLicences)
    assert.deepEqual(
      findBroken(validManifest, addReact({ license })),
      ['the licence of these does not allow their use in production (bin/licences.mjs): react'],
      license,
    )
})

test('the packages check accepts the weak copyleft of the packages that were reviewed (OPS-14)', () => {
  const createLock = (name, license) => ({
    ...lockedPackages,
    [`node_modules/${name}`]: { version: '1.0.0', integrity, license },
  })
  for (const [name, license] of [
    ['ical.js', 'MPL-2.0'],
    ['@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later'],
    ['@img/sharp-win32-x64', 'Apache-2.0 AND LGPL-3.0-or-later'],
    ['png-js', undefined],
  ])
    assert.deepEqual(findBroken(validManifest, createLock(name, license)), [], name)
  for (const [name, license] of [
    ['ical.js', 'GPL-2.0-only'],
    ['png-js', 'MPL-2.0'],
    ['sharp', 'LGPL-3.0-or-later'],
  ])
    assert.equal(findBroken(validManifest, createLock(name, license)).length, 1, name)
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
