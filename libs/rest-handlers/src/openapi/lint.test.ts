import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import SwaggerParser from '@apidevtools/swagger-parser'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { describe, expect, it } from 'vitest'
import { openApiDocument } from './document.ts'

const require = createRequire(import.meta.url)
// Its types speak of a default export, which the module does not have.
const owasp = require('@stoplight/spectral-owasp-ruleset')

const OFF = 'off'
const RULE_401 = 'owasp:api8:2023-define-error-responses-401'
const RULE_LIMIT = 'owasp:api4:2023-rate-limit'

const rules = {
  // The contact is the operator of a service, whom the document does not know.
  'info-contact': OFF,
  // Some summaries need no further description.
  'operation-description': OFF,
  // Prose has no pattern; every text has a maximum length.
  'owasp:api4:2023-string-restricted': OFF,
  // The service answers other origins only if its operator allows them.
  'owasp:api8:2023-define-cors-origin': OFF,
  // Only the operator knows the environment of a deployment.
  'owasp:api9:2023-inventory-environment': OFF,
  // A user's id is an integer by the specification (2.7). Knowledge of an id reveals nothing: an unreadable record is
  // NOT_FOUND, like a record that does not exist (C6.5).
  'owasp:api1:2023-no-numeric-ids': OFF,
  // The specification asks for Basic (5); an operator can switch it off.
  'owasp:api2:2023-no-http-basic': OFF,
  // Client credentials have no refresh token by RFC 6749 §4.4.3; the tokens of the other flows have one.
  'owasp:api2:2023-short-lived-access-tokens': OFF,
  // The rule expects one kind of headers; the service has both (C9.1).
  [RULE_LIMIT]: {
    ...owasp.rules[RULE_LIMIT],
    then: {
      ...owasp.rules[RULE_LIMIT].then,
      functionOptions: { schema: { required: ['RateLimit', 'RateLimit-Policy', 'X-RateLimit-Limit'] } },
    },
  },
  // OPTIONS does not look at credentials (C6.2), and is never 401.
  [RULE_401]: {
    ...owasp.rules[RULE_401],
    given: '$.paths[*][?(@property.match(/^(get|head|post|put|patch|delete)$/))].responses',
  },
}

const document = openApiDocument({ baseUrl: 'https://content.example' })
const listFindings = async (given: object): Promise<readonly string[]> => {
  const linter = new spectral.Spectral()
  linter.setRuleset({ extends: [rulesets.oas, owasp], rules } as never)
  const findings = await linter.run(JSON.stringify(given))
  return findings.map(({ code, path }) => `${code}: ${path.join('/')}`)
}

const redocly = resolve(require.resolve('@redocly/cli/package.json'), '../bin/cli.js')

describe('the OpenAPI document', { timeout: 60_000 }, () => {
  it('is valid OpenAPI 3.1 by swagger-parser, and every reference has a target', async () => {
    await SwaggerParser.validate(structuredClone(document) as never)
  })

  it('has no finding by the rules of OWASP and of spectral', async () => {
    expect(await listFindings(document)).toEqual([])
  })

  it('has a finding as soon as an operation lacks its 401 for strangers', async () => {
    const { paths } = document
    const { 401: _, ...responses } = paths['/api/users']?.get?.responses ?? {}
    const get = { ...paths['/api/users']?.get, responses }
    const found = await listFindings({ ...document, paths: { ...paths, '/api/users': { get } } })
    expect(found).toContain(`${RULE_401}: paths//api/users/get/responses`)
  })

  it('has no finding by the strict rules of redocly', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'openapi-'))
    try {
      const file = join(folder, 'openapi.json')
      await writeFile(file, JSON.stringify(document))
      const config = resolve(import.meta.dirname, '../../redocly.yaml')
      const args = [redocly, 'lint', file, '--config', config, '--format=json']
      const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
      const { stdout } = await promisify(execFile)(process.execPath, args, { env })
      expect(JSON.parse(stdout).totals).toMatchObject({ errors: 0, warnings: 0, ignored: 0 })
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
