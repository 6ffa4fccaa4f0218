import { everyEndpoint as endpoints, officeEndpoints, type EveryEndpointName as EndpointName } from '#routes/office.ts'
import type { TestEngine } from './engines.ts'
import {
  asTexts,
  bodies,
  cut,
  fitting,
  forms,
  forPasswords,
  isAskedAll,
  isForAll,
  kindsFor,
  right,
  textOf,
  things,
  units,
  workedOnFirst,
  worstKinds,
} from './heavy-inputs.ts'
import type { HeavyRequest } from './measured-server.ts'
import { perTier, tier } from './tier.ts'

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
const names = Object.keys(endpoints) as EndpointName[]

/**
 * Heavy values for each field of each endpoint. A field with the same name and the same rule is read the same way
 * everywhere: the first endpoint that has it gets all values, the others the worst. The gate sends one value to each
 * endpoint and one to each rule, whatever the name.
 */
export function againstFields(api: Api, { member, owner }: Tokens, engine: TestEngine): HeavyRequest[] {
  const kinds = kindsFor(engine)
  const known = new Set<string>()
  let turn = 0
  const isKnown = (method: string, name: string, schema: Schema): boolean => {
    const rule = JSON.stringify([method, tier === 'gate' ? '' : name, schema])
    const wasKnown = known.has(rule)
    known.add(rule)
    return wasKnown
  }

  return names.flatMap((name) => {
    const [method, path] = endpoints[name]
    const isOffice = name in officeEndpoints
    const by = name === 'logout' ? undefined : isOffice ? owner : member
    return fieldsAt(api, name).flatMap(([fieldNames, schema], at) => {
      const wasKnown = isKnown(method, fieldNames.at(-1)!, schema)
      if (tier === 'gate' && wasKnown && at > 0) return []
      const kindsOfIt = tier !== 'gate' && (isOffice || wasKnown) ? worstKinds : kinds
      const send = (what: string, json: string): HeavyRequest => ({
        what: `${name}, ${fieldNames.join('.')}: ${what}`,
        method,
        path,
        type: 'application/json',
        body: `{${Object.entries(right)
          .filter(([key]) => key !== fieldNames[0])
          .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)},`)
          .join('')}${within(fieldNames, json)}}`,
        ...(by && { token: by }),
      })
      const asked = (what: string, text: string): HeavyRequest => ({
        what: `${name}, ${fieldNames.join('.')}: ${what}`,
        method,
        path: `${path}?${new URLSearchParams({ ...asTexts(right), [fieldNames[0]!]: text })}`,
        ...(by && { token: by }),
      })
      const most = schema.maxLength
      const isText = most !== undefined || schema.type === 'string'
      const isSecret = fieldNames[0]!.includes('password')
      const texts = (isText ? kindsOfIt : kindsOfIt.filter(isForAll)).flatMap((kind) => {
        const unit = units[kind]!
        const long = method === 'GET' ? asked(kind, cut(unit)) : send(kind, textOf(unit))
        if (!most || (isSecret && !forPasswords.includes(kind))) return [long]
        const what = `${kind}, maximum length`
        const text = fitting(unit, most)
        const full = method === 'GET' ? asked(what, text) : send(what, JSON.stringify(text))
        return tier !== 'gate' && workedOnFirst.includes(kind) ? [long, full] : [full]
      })
      const some = isOffice ? /a list of texts|many keys/ : isText ? /list|key/ : /./
      const others = Object.entries(things).filter(([what]) => some.test(what))
      const sent = tier === 'gate' ? [others[turn++ % others.length]!] : others
      return method === 'GET' || !isAskedAll(engine) || (tier === 'gate' && isText)
        ? texts
        : [...texts, ...sent.map(([what, json]) => send(what, json))]
    })
  })
}

/** Each heavy body for each endpoint that takes one. */
export const againstBodies = ({ member }: Tokens): HeavyRequest[] =>
  eachOfEach(
    names.filter(isPost).filter((_, at) => at % perTier({ gate: 5, all: 1, soak: 1 }) === 0),
    Object.entries(bodies),
    (name, [what, body]) => ({
      what: `${name}, body: ${what}`,
      method: 'POST',
      path: endpoints[name][1],
      type: 'application/json',
      body,
      token: member,
    }),
  )

/** Each heavy form for each endpoint that takes forms. */
export const againstForms = ({ member }: Tokens): HeavyRequest[] =>
  eachOfEach(
    names.filter((name) => endpoints[name][2]),
    Object.entries(forms),
    (name, [what, body]) => ({
      what: `${name}, form: ${what}`,
      method: 'POST',
      path: endpoints[name][1],
      type: 'multipart/form-data; boundary=b',
      body,
      token: member,
    }),
  )

/** Returns all combinations. In the gate every item of both lists appears at least once. */
export function eachOfEach<One, Other>(
  ones: readonly One[],
  others: readonly Other[],
  make: (one: One, other: Other) => HeavyRequest,
): HeavyRequest[] {
  if (tier !== 'gate') return ones.flatMap((one) => others.map((other) => make(one, other)))
  if (ones.length === 0 || others.length === 0) return []
  const pairs = Math.max(ones.length, others.length)
  return Array.from({ length: pairs }, (_, at) => make(ones[at % ones.length]!, others[at % others.length]!))
}

/** Sets a field at the place that its names lead to, through lists. */
const within = ([name, ...rest]: readonly string[], json: string): string =>
  `${JSON.stringify(name)}:${rest.length === 0 ? json : `[{"product":"zipper",${within(rest, json)}}]`}`

type Field = readonly [names: readonly string[], schema: Schema]

function fieldsAt(api: Api, name: EndpointName): Field[] {
  const [method, path] = endpoints[name]
  const { parameters = [], requestBody } = api.paths[path]![method.toLowerCase()]!
  if (method !== 'GET') return fieldsOf(requestBody!.content['application/json'].schema)
  return parameters.filter((each) => each.in === 'query').map((each) => [[each.name], each.schema] as const)
}

/** All fields of a form, with the fields of its lists. */
function fieldsOf(schema: Schema, prefix: readonly string[] = []): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = [...prefix, name]
    const longest = Math.max(0, ...[field, ...(field.anyOf ?? [])].map(({ maxLength = 0 }) => maxLength))
    return [
      [path, { ...field, ...(longest && { maxLength: longest }) }] as const,
      ...(field.items ? fieldsOf(field.items, path) : []),
    ]
  })
}
