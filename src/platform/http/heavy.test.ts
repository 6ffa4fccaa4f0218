import { after, before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { buildBodyRequests, buildFieldRequests, buildFormRequests, type Api } from '#testing/heavy-fields.ts'
import { buildHeaderRequests } from '#testing/heavy-headers.ts'
import { getsAllInputs } from '#testing/heavy-inputs.ts'
import { buildUrlRequests, buildPageFormRequests } from '#testing/heavy-pages.ts'
import { callEndpoint, passwordsByUsername } from '#testing/test-app.ts'
import { startMeasuredServer, type MeasuredServer } from '#testing/measured-server.ts'
import { scaleTimeout } from '#testing/patience.ts'

const timeout = scaleTimeout(7_200_000)

/** The gate and `npm run test:all` count steps. The soak test measures time (requests.soak.ts). */
for (const engine of enginesFor(import.meta.url)) {
  describe(`a heavy request on ${engine.name}`, { timeout }, () => {
    let server: MeasuredServer
    let api: Api
    let tokens: { member: string; owner: string }
    before(async () => {
      server = await startMeasuredServer(engine)
      api = (await callEndpoint(server.url, 'getOpenApi')).body
      const signIn = async (username: 'anna' | 'owner') =>
        (await callEndpoint(server.url, 'userLogin', { username, password: passwordsByUsername[username] })).body
          .access_token
      tokens = { member: await signIn('anna'), owner: await signIn('owner') }
    })
    after(() => server.close())

    test('is parsed in few steps with heavy text in any field of any endpoint (S5)', { timeout }, () =>
      server.assertQuick(buildFieldRequests(api, tokens, engine)),
    )

    test('is parsed in few steps with heavy text in any body (S5)', { skip: !getsAllInputs(engine), timeout }, () =>
      server.assertQuick([...buildBodyRequests(tokens), ...buildFormRequests(tokens)]),
    )

    test('is parsed in few steps with heavy text in the URL of any page (S5)', { timeout }, async () =>
      server.assertQuick(await buildUrlRequests(server.url, engine)),
    )

    test('is parsed in few steps with heavy text in the form of any page (S5)', { timeout }, async () =>
      server.assertQuick(await buildPageFormRequests(server.url, engine)),
    )

    test('is parsed in few steps with heavy text in any header (T43)', { skip: !getsAllInputs(engine), timeout }, () =>
      server.assertQuick(buildHeaderRequests()),
    )
  })
}
