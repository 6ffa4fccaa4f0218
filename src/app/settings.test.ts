import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { getOnlinePaymentMode } from './gateways.ts'
import { readSettings, SettingsError, settingsTable, getDkimSettings } from './settings.ts'

describe('readSettings', () => {
  test('uses a default for a missing or empty setting', () => {
    const expectedDefaults = {
      HOST: '127.0.0.1',
      PORT: 3000,
      WORKERS: 1,
      METRICS_HOST: '127.0.0.1',
      OTEL_TRACES_SAMPLER_ARG: 1,
      OTEL_SERVICE_NAME: 'selvage',
      DATA_DIR: './data',
      MAIL_FROM: 'Selvage <hello@selvage.example>',
      SSLCOMMERZ_URL: 'live',
      RATE_LIMIT: 'on',
      STOP_DELAY: 0,
      LOG_LEVEL: 'info',
    }
    assert.deepEqual(pickDefined(readSettings({})), expectedDefaults)
    assert.deepEqual(
      pickDefined(readSettings(Object.fromEntries(Object.keys(settingsTable).map((name) => [name, ''])))),
      expectedDefaults,
    )
  })

  test('returns the given values', () => {
    const environmentValues = {
      HOST: '0.0.0.0',
      PORT: '8080',
      WORKERS: '4',
      METRICS_PORT: '9464',
      METRICS_HOST: '10.0.0.5',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
      OTEL_SERVICE_NAME: 'selvage-dhaka',
      DATA_DIR: '/srv/selvage',
      DATABASE_URL: 'postgresql://selvage@db/selvage',
      DATABASE_LISTEN_URL: 'postgresql://selvage@primary/selvage',
      SEED: 'none',
      SMTP_URL: 'smtps://user:pass@mail.example',
      MAIL_FROM: 'House <house@selvage.example>',
      MAIL_REPLY_TO: 'inbox+{token}@selvage.example',
      DKIM_DOMAIN: 'selvage.example',
      DKIM_SELECTOR: 'selvage2026',
      DKIM_KEY_FILE: '/srv/dkim.pem',
      MAIL_IN: '/srv/mail',
      SEAL_KEY: '0123456789abcdef'.repeat(4),
      SSLCOMMERZ_STORE_ID: 'selvage0live',
      SSLCOMMERZ_STORE_PASSWORD: 'a secret',
      SSLCOMMERZ_URL: 'sandbox',
      TRUST_PROXY: 'loopback',
      RATE_LIMIT: 'off',
      STOP_DELAY: '5',
      LOG_LEVEL: 'warn',
    }
    assert.deepEqual(pickDefined(readSettings({ ...environmentValues, HOME: '/root' })), {
      ...environmentValues,
      PORT: 8080,
      WORKERS: 4,
      METRICS_PORT: 9464,
      OTEL_TRACES_SAMPLER_ARG: 0.25,
      STOP_DELAY: 5,
    })
    assert.equal(readSettings({ PORT: '0' }).PORT, 0)
    for (const url of ['https://selvage.example', 'https://selvage.example/', 'https://selvage.example//']) {
      assert.equal(readSettings({ PUBLIC_URL: url }).PUBLIC_URL, 'https://selvage.example')
    }
  })

  test('reports all invalid settings together, with one line each', () => {
    const invalidSettings: Record<string, [string, RegExp]> = {
      PORT: ['http', /whole number from 0 to 65535/],
      METRICS_PORT: ['65536', /whole number from 0 to 65535/],
      WORKERS: ['65', /whole number from 1 to 64/],
      OTEL_EXPORTER_OTLP_ENDPOINT: ['localhost:4318', /such as http:\/\/localhost:4318/],
      OTEL_TRACES_SAMPLER_ARG: ['1.5', /a number from 0 to 1/],
      DATABASE_URL: ['mysql://db', /must begin with postgres:\/\//],
      PUBLIC_URL: ['selvage.example', /must be an address such as https:\/\/selvage\.example/],
      SEED: ['all', /"demo".*"none"/],
      SMTP_URL: ['mail.example', /must begin with smtp:\/\/ or smtps:\/\//],
      MAIL_FROM: ['hello', /such as Selvage <hello@selvage\.example>/],
      MAIL_REPLY_TO: ['inbox@selvage.example', /such as inbox\+\{token\}@selvage\.example/],
      DKIM_DOMAIN: ['Selvage', /a domain such as selvage\.example/],
      DKIM_SELECTOR: ['_domainkey', /a name such as/],
      SEAL_KEY: ['secret', /64 digits/],
      SSLCOMMERZ_STORE_ID: ['a store', /a store ID/],
      SSLCOMMERZ_URL: ['http://pay.example', /live, sandbox, an address that begins with https/],
      TRUST_PROXY: ['the big one', /address|loopback/],
      RATE_LIMIT: ['no', /"on".*"off"/],
      STOP_DELAY: ['301', /whole number from 0 to 300/],
      LOG_LEVEL: ['loud', /"fatal".*"silent"/],
    }
    const lines = findSettingErrors(
      Object.fromEntries(Object.entries(invalidSettings).map(([name, [value]]) => [name, value])),
    )
    assert.equal(lines[0], 'These settings are wrong:')
    assert.equal(lines.length, 1 + Object.keys(invalidSettings).length)
    for (const [name, [, pattern]] of Object.entries(invalidSettings)) {
      const line = lines.find((text) => text.startsWith(`  ${name}: `))
      assert.match(line ?? `nothing about ${name}`, pattern)
      assert.doesNotMatch(line!, /NaN|expected|received|Invalid input/)
    }
  })

  test('accepts several workers only with PostgreSQL and a port for the metrics of each (PERF-26)', () => {
    const DATABASE_URL = 'postgres://db/selvage'
    assert.match(findSettingErrors({ WORKERS: '2' })[1]!, /WORKERS: needs DATABASE_URL/)
    assert.match(
      findSettingErrors({ WORKERS: '4', METRICS_PORT: '65533', DATABASE_URL })[1]!,
      /METRICS_PORT: must leave one port up to 65535 for each worker/,
    )
    assert.equal(readSettings({ WORKERS: '3', METRICS_PORT: '65533', DATABASE_URL }).WORKERS, 3)
    assert.equal(findSettingErrors({ WORKERS: '0', DATABASE_URL }).length, 2)
  })

  test('requires all DKIM settings or none, with the domain of the sender (LET-23)', () => {
    const dkim = { DKIM_DOMAIN: 'selvage.example', DKIM_SELECTOR: 'one', DKIM_KEY_FILE: 'key.pem' }
    assert.deepEqual(findSettingErrors({ DKIM_DOMAIN: dkim.DKIM_DOMAIN }).length, 3)
    assert.match(
      findSettingErrors({ ...dkim, DKIM_SELECTOR: '' })[1]!,
      /DKIM_SELECTOR: is required together with DKIM_DOMAIN and/,
    )
    assert.match(findSettingErrors({ ...dkim, DKIM_DOMAIN: 'other.example' })[1]!, /the domain of MAIL_FROM/)
    assert.match(findSettingErrors({ ...dkim, DKIM_DOMAIN: 'vage.example' })[1]!, /the domain of MAIL_FROM/)
    assert.deepEqual(getDkimSettings(readSettings({ ...dkim, MAIL_FROM: 'a@mail.selvage.example' }))?.selector, 'one')
    assert.equal(getDkimSettings(readSettings({})), null)
  })

  test('requires both store settings or none, and accepts plain HTTP only for a gateway on this machine (PAY-10)', () => {
    const storeSettings = { SSLCOMMERZ_STORE_ID: 'selvage', SSLCOMMERZ_STORE_PASSWORD: 'a secret' }
    assert.match(
      findSettingErrors({ SSLCOMMERZ_STORE_ID: 'selvage' })[1]!,
      /STORE_PASSWORD: is required together with .*STORE_ID/,
    )
    assert.match(findSettingErrors({ SSLCOMMERZ_STORE_PASSWORD: 'x' })[1]!, /STORE_ID: is required together with/)
    for (const url of ['toString', 'ftp://127.0.0.1', 'http://10.0.0.7:4000', 'http://127.0.0.1.example', 'live '])
      assert.equal(findSettingErrors({ ...storeSettings, SSLCOMMERZ_URL: url }).length, 2, url)
    for (const url of ['live', 'sandbox', 'https://pay.example', 'http://127.0.0.1:4000', 'http://localhost:4000'])
      assert.equal(readSettings({ ...storeSettings, SSLCOMMERZ_URL: url }).SSLCOMMERZ_URL, url)
    const readPaymentMode = (environment: Record<string, string>, isDemo: boolean) =>
      getOnlinePaymentMode(readSettings(environment), isDemo)
    assert.deepEqual([readPaymentMode({}, false), readPaymentMode({}, true)], ['off', 'simulated'])
    assert.deepEqual(
      [readPaymentMode(storeSettings, true), readPaymentMode({ ...storeSettings, SSLCOMMERZ_URL: 'sandbox' }, false)],
      ['live', 'simulated'],
    )
  })

  test('rejects malformed values', () => {
    for (const PORT of ['-1', '65536', '80.5', '0x50', '8e1', ' ', '80 ', 'NaN'])
      assert.equal(findSettingErrors({ PORT }).length, 2, PORT)
    for (const PUBLIC_URL of ['ftp://selvage.example', 'javascript:alert(1)', '//selvage.example'])
      assert.equal(findSettingErrors({ PUBLIC_URL }).length, 2, PUBLIC_URL)
    for (const SMTP_URL of ['smtp://', 'smtp://:25', 'http://mail.example'])
      assert.equal(findSettingErrors({ SMTP_URL }).length, 2, SMTP_URL)
    for (const OTEL_EXPORTER_OTLP_ENDPOINT of ['ftp://localhost:4318', 'http://user:password@localhost:4318'])
      assert.equal(findSettingErrors({ OTEL_EXPORTER_OTLP_ENDPOINT }).length, 2, OTEL_EXPORTER_OTLP_ENDPOINT)
    for (const OTEL_TRACES_SAMPLER_ARG of ['-0.1', '1.01', '10%', '.5', '1e-1', 'NaN'])
      assert.equal(findSettingErrors({ OTEL_TRACES_SAMPLER_ARG }).length, 2, OTEL_TRACES_SAMPLER_ARG)
    for (const TRUST_PROXY of ['10.0.0.0/33', 'localhost', '1'])
      assert.equal(findSettingErrors({ TRUST_PROXY }).length, 2, TRUST_PROXY)
    for (const TRUST_PROXY of ['10.0.0.0/8, loopback', '::1', 'uniquelocal'])
      assert.equal(readSettings({ TRUST_PROXY }).TRUST_PROXY, TRUST_PROXY)
  })
})

/** Removes settings that are undefined. */
const pickDefined = (settings: object) =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))

function findSettingErrors(environment: Record<string, string>): string[] {
  try {
    readSettings(environment)
  } catch (error) {
    assert.ok(error instanceof SettingsError)
    return error.message.split('\n')
  }
  return assert.fail(`nothing is wrong with ${JSON.stringify(environment)}`)
}
