import { after, before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { againstBodies, againstFields, againstForms, type Api } from '#testing/heavy-fields.ts'
import { againstHeaders } from '#testing/heavy-headers.ts'
import { isAskedAll } from '#testing/heavy-inputs.ts'
import { againstAddresses, againstPageForms } from '#testing/heavy-pages.ts'
import { callOver, cast } from '#testing/test-app.ts'
import { startMeasuredServer, type MeasuredServer } from '#testing/measured-server.ts'
import { patience } from '#testing/patience.ts'

const timeout = patience(7_200_000)

/** The gate and `npm run test:all` count steps. The soak test measures time (requests.soak.ts). */
for (const engine of enginesFor(import.meta.url)) {
  describe(`a heavy request takes few steps on ${engine.name}`, { timeout }, () => {
    let server: MeasuredServer
    let api: Api
    let tokens: { member: string; owner: string }
    before(async () => {
      server = await startMeasuredServer(engine)
      api = (await callOver(server.url, 'getOpenApi')).body
      const signIn = async (username: 'anna' | 'owner') =>
        (await callOver(server.url, 'userLogin', { username, password: cast[username] })).body.access_token
      tokens = { member: await signIn('anna'), owner: await signIn('owner') }
    })
    after(() => server.close())

    test('in any field of any endpoint (S5)', { timeout }, () => server.mustBeQuick(againstFields(api, tokens, engine)))

    test('in any body (S5)', { skip: !isAskedAll(engine), timeout }, () =>
      server.mustBeQuick([...againstBodies(tokens), ...againstForms(tokens)]),
    )

    test('in the address of any page (S5)', { timeout }, async () =>
      server.mustBeQuick(await againstAddresses(server.url, engine)),
    )

    test('in the form of any page (S5)', { timeout }, async () =>
      server.mustBeQuick(await againstPageForms(server.url, engine)),
    )

    test('in any header (T43)', { skip: !isAskedAll(engine), timeout }, () => server.mustBeQuick(againstHeaders()))
  })
}
