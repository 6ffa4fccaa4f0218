import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createBillOfMaterials } from './bill-of-materials.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { name, version, dependencies, devDependencies } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
const billOfMaterials = createBillOfMaterials(root)

test('the bill of materials has the fields that CycloneDX 1.5 requires (OPS-14)', () => {
  assert.deepEqual(
    [billOfMaterials.bomFormat, billOfMaterials.specVersion, billOfMaterials.version],
    ['CycloneDX', '1.5', 1],
  )
  assert.deepEqual(
    [
      billOfMaterials.metadata.component.type,
      billOfMaterials.metadata.component.name,
      billOfMaterials.metadata.component.version,
    ],
    ['application', name, version],
  )
  for (const component of billOfMaterials.components) {
    assert.equal(component.type, 'library')
    const encodedName = component.name.replace('@', '%40')
    assert.equal(component.purl, `pkg:npm/${encodedName}@${component.version}`)
    assert.match(component.purl, /^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+[\w.-]*$/)
    assert.match(component.hashes[0].content, /^[\da-f]{128}$/, component.name)
    const [{ license, expression }, ...others] = component.licenses
    assert.deepEqual(others, [])
    assert.match(license?.id ?? expression, /^[\w.-]+( AND [\w.-]+)*$/, component.name)
  }
})

test('the bill of materials lists each installed production package once, and no tool (OPS-14)', () => {
  const names = new Set(billOfMaterials.components.map((component) => component.name))
  for (const packageName of Object.keys(dependencies)) assert.ok(names.has(packageName), packageName)
  for (const packageName of ['abstract-logging', 'pg-protocol', 'prosemirror-model'])
    assert.ok(names.has(packageName), packageName)
  for (const packageName of ['oxlint', 'playwright-core', 'prettier', 'typescript', 'vite'])
    assert.deepEqual([packageName in devDependencies, names.has(packageName)], [true, false], packageName)
  const refs = billOfMaterials.components.map((component) => component['bom-ref'])
  assert.equal(new Set(refs).size, refs.length)
})

test('the bill of materials says which package needs which (OPS-14)', () => {
  const refs = [
    billOfMaterials.metadata.component['bom-ref'],
    ...billOfMaterials.components.map((component) => component['bom-ref']),
  ]
  assert.deepEqual(
    billOfMaterials.dependencies.map(({ ref }) => ref),
    refs,
  )
  const reachedRefs = new Set()
  const visit = (ref) => {
    if (reachedRefs.has(ref)) return
    reachedRefs.add(ref)
    for (const dependency of billOfMaterials.dependencies.find((entry) => entry.ref === ref).dependsOn)
      visit(dependency)
  }
  visit(refs[0])
  assert.deepEqual([...reachedRefs].toSorted(), refs.toSorted(), 'every package is needed by another one')
})

test('the bill of materials names no registry, machine or folder, and is the same each time (OPS-14)', () => {
  const text = JSON.stringify(billOfMaterials)
  for (const secret of [root, 'registry', 'resolved', 'file:', ...(hostname().length > 3 ? [hostname()] : [])])
    assert.equal(text.includes(secret), false, secret)
  assert.deepEqual(text.match(/https?:\/\/[^/"]+/g), ['http://cyclonedx.org'])
  assert.equal(JSON.stringify(createBillOfMaterials(root)), text)
})
