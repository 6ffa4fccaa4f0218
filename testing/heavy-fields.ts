import { everyEndpoint as endpoints, officeEndpoints, type EveryEndpointName as EndpointName } from '#routes/office.ts'
import type { TestEngine } from './engines.ts'
import {
  toStrings,
  requestBodies,
  fillUrl,
  fillLength,
  formBodies,
  passwordKinds,
  getsAllInputs,
  fitsEveryField,
  selectKinds,
  validInput,
  fillBody,
  jsonValues,
  heavyUnits,
  kindsReadFirst,
  worstKinds,
} from './heavy-inputs.ts'
import type { HeavyRequest } from './measured-server.ts'
import { valueForTier, tier } from './tier.ts'

/** The parts of an OpenAPI document that this file reads. */
export interface Api {
  paths: Record<string, Record<string, Operation>>
}
interface Operation {
  parameters?: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
}
interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  maxLength?: number
}
interface Tokens {
  member: string
  owner: string
}

const isPost = (name: EndpointName) => endpoints[name][0] !== 'GET' && name !== 'logout'
const endpointNames = Object.keys(endpoints) as EndpointName[]

/**
 * Heavy values for each field of each endpoint. A field with the same name and the same rule is processed in the same
 * way everywhere. So the first public endpoint that has the field gets all values, and the others get the worst ones.
 * The gate sends one value to each endpoint and one to each rule, regardless of the field name.
 */
export function buildFieldRequests(api: Api, { member, owner }: Tokens, engine: TestEngine): HeavyRequest[] {
  const valueKinds = selectKinds(engine)
  const knownFields = new Set<string>()
  let turn = 0
  const isKnown = (method: string, name: string, schema: Schema): boolean => {
    const rule = JSON.stringify([method, tier === 'gate' ? '' : name, schema])
    const wasKnown = knownFields.has(rule)
    knownFields.add(rule)
    return wasKnown
  }

  return endpointNames.flatMap((name) => {
    const [method, path] = endpoints[name]
    const isOffice = name in officeEndpoints
    const token = name === 'logout' ? undefined : isOffice ? owner : member
    return listFields(api, name).flatMap(([fieldNames, schema], index) => {
      const wasKnown = isKnown(method, fieldNames.at(-1)!, schema)
      if (tier === 'gate' && wasKnown && index > 0) return []
      const fieldKinds = tier !== 'gate' && (isOffice || wasKnown) ? worstKinds : valueKinds
      const buildBody = (label: string, json: string): HeavyRequest => ({
        label: `${name}, ${fieldNames.join('.')}: ${label}`,
        method,
        path,
        type: 'application/json',
        body: `{${Object.entries(validInput)
          .filter(([key]) => key !== fieldNames[0])
          .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)},`)
          .join('')}${wrapField(fieldNames, json)}}`,
        ...(token && { token }),
      })
      const buildQuery = (label: string, text: string): HeavyRequest => ({
        label: `${name}, ${fieldNames.join('.')}: ${label}`,
        method,
        path: `${path}?${new URLSearchParams({ ...toStrings(validInput), [fieldNames[0]!]: text })}`,
        ...(token && { token }),
      })
      const lengthLimit = schema.maxLength
      const isText = lengthLimit !== undefined || schema.type === 'string'
      const isSecret = fieldNames[0]!.includes('password')
      const textRequests = (isText ? fieldKinds : fieldKinds.filter(fitsEveryField)).flatMap((kind) => {
        const unit = heavyUnits[kind]!
        const longRequest = method === 'GET' ? buildQuery(kind, fillUrl(unit)) : buildBody(kind, fillBody(unit))
        if (!lengthLimit || (isSecret && !passwordKinds.includes(kind))) return [longRequest]
        const label = `${kind}, maximum length`
        const text = fillLength(unit, lengthLimit)
        const fullRequest = method === 'GET' ? buildQuery(label, text) : buildBody(label, JSON.stringify(text))
        return tier !== 'gate' && kindsReadFirst.includes(kind) ? [longRequest, fullRequest] : [fullRequest]
      })
      const suitableKinds = isOffice ? /a list of texts|many keys/ : isText ? /list|key/ : /./
      const otherItems = Object.entries(jsonValues).filter(([label]) => suitableKinds.test(label))
      const selectedItems = tier === 'gate' ? [otherItems[turn++ % otherItems.length]!] : otherItems
      return method === 'GET' || !getsAllInputs(engine) || (tier === 'gate' && isText)
        ? textRequests
        : [...textRequests, ...selectedItems.map(([label, json]) => buildBody(label, json))]
    })
  })
}

/** Combines the heavy bodies with the endpoints that take a body. */
export const buildBodyRequests = ({ member }: Tokens): HeavyRequest[] =>
  combine(
    endpointNames.filter(isPost).filter((_, index) => index % valueForTier({ gate: 5, all: 1, soak: 1 }) === 0),
    Object.entries(requestBodies),
    (name, [label, body]) => ({
      label: `${name}, body: ${label}`,
      method: 'POST',
      path: endpoints[name][1],
      type: 'application/json',
      body,
      token: member,
    }),
  )

/** Combines the heavy forms with the endpoints that take a form. */
export const buildFormRequests = ({ member }: Tokens): HeavyRequest[] =>
  combine(
    endpointNames.filter((name) => endpoints[name][2]),
    Object.entries(formBodies),
    (name, [label, body]) => ({
      label: `${name}, form: ${label}`,
      method: 'POST',
      path: endpoints[name][1],
      type: 'multipart/form-data; boundary=b',
      body,
      token: member,
    }),
  )

/** Returns all combinations. The gate gets only enough of them for each item to appear once. */
export function combine<First, Second>(
  firstItems: readonly First[],
  otherItems: readonly Second[],
  make: (item: First, otherItem: Second) => HeavyRequest,
): HeavyRequest[] {
  if (tier !== 'gate') return firstItems.flatMap((item) => otherItems.map((otherItem) => make(item, otherItem)))
  if (firstItems.length === 0 || otherItems.length === 0) return []
  const pairCount = Math.max(firstItems.length, otherItems.length)
  return Array.from({ length: pairCount }, (_, index) =>
    make(firstItems[index % firstItems.length]!, otherItems[index % otherItems.length]!),
  )
}

/** Wraps a value in the lists and objects of its field path. */
const wrapField = ([name, ...innerNames]: readonly string[], json: string): string =>
  `${JSON.stringify(name)}:${innerNames.length === 0 ? json : `[{"product":"zipper",${wrapField(innerNames, json)}}]`}`

type Field = readonly [names: readonly string[], schema: Schema]

function listFields(api: Api, name: EndpointName): Field[] {
  const [method, path] = endpoints[name]
  const { parameters = [], requestBody } = api.paths[path]![method.toLowerCase()]!
  if (method !== 'GET') return listNestedFields(requestBody!.content['application/json'].schema)
  return parameters
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => [[parameter.name], parameter.schema] as const)
}

/** Lists all fields of a form, with the fields of its lists. */
function listNestedFields(schema: Schema, prefix: readonly string[] = []): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = [...prefix, name]
    const longestLength = Math.max(0, ...[field, ...(field.anyOf ?? [])].map(({ maxLength = 0 }) => maxLength))
    return [
      [path, { ...field, ...(longestLength && { maxLength: longestLength }) }] as const,
      ...(field.items ? listNestedFields(field.items, path) : []),
    ]
  })
}
