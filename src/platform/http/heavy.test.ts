import { after, before, describe, test } from 'node:test'
import { enginesFor } from '../../../testing/engines.ts'
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
} from '../../../testing/heavy-inputs.ts'
import { callOver, cast } from '../../../testing/house.ts'
import { startMeasuredServer, type HeavyRequest, type MeasuredServer } from '../../../testing/measured-server.ts'
import {
  everyEndpoint as endpoints,
  officeEndpoints,
  type EveryEndpointName as EndpointName,
} from '../../urls-office.ts'

interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  maxLength?: number
}

for (const engine of enginesFor(import.meta.url)) {
  describe(`one request after the other, each as bad as can be, on ${engine.name}`, () => {
    let server: MeasuredServer
    let api: {
      paths: Record<
        string,
        Record<
          string,
          {
            parameters?: { name: string; in: string; schema: Schema }[]
            requestBody?: { content: { 'application/json': { schema: Schema } } }
          }
        >
      >
    }
    let token: string
    let owner: string
    before(async () => {
      server = await startMeasuredServer(engine)
      api = (await callOver(server.url, 'getOpenApi')).body
      const tokenOf = async (username: 'anna' | 'owner') =>
        (await callOver(server.url, 'userLogin', { username, password: cast[username] })).body.access_token
      ;[token, owner] = [await tokenOf('anna'), await tokenOf('owner')]
    })
    after(() => server.close())

    const kinds = kindsFor(engine)
    /** Under the same name and by the same rule a field is read everywhere alike: all kinds are asked once, elsewhere the worst. */
    const known = new Set<string>()
    const isKnown = (method: string, name: string, schema: Schema): boolean => {
      const rule = JSON.stringify([method, name, schema])
      const wasKnown = known.has(rule)
      known.add(rule)
      return wasKnown
    }

    test('no field of any endpoint keeps the others waiting (S5)', { timeout: 900_000 }, async () => {
      await server.mustBeQuick(Object.keys(endpoints).flatMap((name) => againstEndpoint(name as EndpointName)))
    })

    test('nor does any body (S5)', { skip: !isAskedAll(engine), timeout: 600_000 }, async () => {
      await server.mustBeQuick([...againstBodies(), ...againstForms()])
    })

    function againstEndpoint(name: EndpointName): HeavyRequest[] {
      const [method, path] = endpoints[name]
      const described = api.paths[path]![method.toLowerCase()]!
      const fields =
        method === 'GET'
          ? (described.parameters ?? [])
              .filter((each) => each.in === 'query')
              .map((each) => [[each.name], each.schema] as const)
          : fieldsOf(described.requestBody!.content['application/json'].schema)
      const isOffice = name in officeEndpoints
      const by = name === 'logout' ? undefined : isOffice ? owner : token
      return fields.flatMap(([names, schema]) => {
        const kindsOfIt = isOffice || isKnown(method, names.at(-1)!, schema) ? worstKinds : kinds
        const send = (what: string, json: string): HeavyRequest => ({
          what: `${name}, ${names.join('.')}: ${what}`,
          method,
          path,
          type: 'application/json',
          body: `{${Object.entries(right)
            .filter(([key]) => key !== names[0])
            .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)},`)
            .join('')}${within(names, json)}}`,
          ...(by && { token: by }),
        })
        const asked = (what: string, text: string): HeavyRequest => ({
          what: `${name}, ${names.join('.')}: ${what}`,
          method,
          path: `${path}?${new URLSearchParams({ ...asTexts(right), [names[0]!]: text })}`,
          ...(by && { token: by }),
        })
        const most = schema.maxLength
        const isText = most !== undefined || schema.type === 'string'
        const isSecret = names[0]!.includes('password')
        const texts = (isText ? kindsOfIt : kindsOfIt.filter(isForAll)).flatMap((kind) => {
          const unit = units[kind]!
          const long = method === 'GET' ? asked(kind, cut(unit)) : send(kind, textOf(unit))
          if (!most || (isSecret && !forPasswords.includes(kind))) return [long]
          const what = `${kind}, as much as is taken`
          const text = fitting(unit, most)
          const full = method === 'GET' ? asked(what, text) : send(what, JSON.stringify(text))
          return workedOnFirst.includes(kind) ? [long, full] : [full]
        })
        const some = isOffice ? /a list of texts|many keys/ : isText ? /list|key/ : /./
        const others = Object.entries(things).filter(([what]) => some.test(what))
        return method === 'GET' || !isAskedAll(engine)
          ? texts
          : [...texts, ...others.map(([what, json]) => send(what, json))]
      })
    }

    function againstBodies(): HeavyRequest[] {
      return Object.entries(endpoints).flatMap(([name, [method, path]]) =>
        method === 'GET' || name === 'logout'
          ? []
          : Object.entries(bodies).map(([what, body]) => ({
              what: `${name}, body: ${what}`,
              method,
              path,
              type: 'application/json',
              body,
              token,
            })),
      )
    }

    function againstForms(): HeavyRequest[] {
      return Object.entries(endpoints).flatMap(([name, [method, path, multipart]]) =>
        multipart
          ? Object.entries(forms).map(([what, body]) => ({
              what: `${name}, form: ${what}`,
              method,
              path,
              type: 'multipart/form-data; boundary=b',
              body,
              token,
            }))
          : [],
      )
    }
  })
}

/** A field is set where its names lead, through lists. */
const within = ([name, ...rest]: readonly string[], json: string): string =>
  `${JSON.stringify(name)}:${rest.length === 0 ? json : `[{"product":"zipper",${within(rest, json)}}]`}`

/** Every field of a form, also those in lists of it. */
function fieldsOf(schema: Schema, names: readonly string[] = []): (readonly [readonly string[], Schema])[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = [...names, name]
    const longest = Math.max(0, ...[field, ...(field.anyOf ?? [])].map(({ maxLength = 0 }) => maxLength))
    return [
      [path, { ...field, ...(longest && { maxLength: longest }) }] as const,
      ...(field.items ? fieldsOf(field.items, path) : []),
    ]
  })
}
