import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { parseAddress } from '@content-service/identity'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readSettings } from '../settings/read-settings.ts'
import { listSettings } from '../settings/setting.ts'
import { SETTINGS } from '../settings/table.ts'
import { DEPLOY, readDeployed } from '../../tests/support/processes/deployed.ts'

interface Container {
  readonly image: string
  readonly profiles?: readonly string[]
  readonly mem_limit?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly env_file?: readonly string[]
  readonly volumes?: readonly string[]
  readonly ports?: readonly string[]
}

describe('compose.yaml', () => {
  const text = readDeployed('compose.yaml')
  const { services } = parse(text, { merge: true }) as {
    readonly services: Readonly<Record<string, Container>>
  }
  const example = parseEnv(readDeployed('.env.example')) as Readonly<Record<string, string>>
  /** The example, with a value for each line that an operator fills. */
  const filled = {
    ...example,
    POSTGRES_PASSWORD: 'secret',
    JWT_SECRET: 'a secret of thirty-two bytes or more',
    ADMIN_EMAIL: 'ada@example.org',
    ADMIN_PASSWORD: 'tangled otter velvet 9',
    SMTP_URL: 'smtp://mail.example.org',
    MAIL_FROM: 'content@example.org',
    CORS_ORIGINS: 'https://app.example.org',
    METRICS_ALLOW: '172.20.0.7',
  }
  const VARIABLE = /\$\{(\w+):([?-])([^}]*)\}/g
  const fillVariables = (value: string, given: Readonly<Record<string, string>>): string =>
    value.replaceAll(VARIABLE, (_, name: string, kind: string, otherwise: string) => {
      // Compose refuses to start, and prints the text.
      if (!given[name] && kind === '?') throw new Error(`${name}: ${otherwise}`)
      return given[name] || otherwise
    })
  /** The variables of a container: those of `environment` win over the file. */
  const readEnvironment = (name: string, given: Readonly<Record<string, string>>) => ({
    ...given,
    ...Object.fromEntries(
      Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [
        key,
        fillVariables(value, given),
      ]),
    ),
  })

  // The address above is valid.
  const prometheus = parseAddress(filled.METRICS_ALLOW) as NonNullable<ReturnType<typeof parseAddress>>

  it('gives api and worker the settings of .env, which production accepts', () => {
    for (const name of ['api', 'worker']) {
      expect(services[name]?.env_file).toEqual(['.env'])
      const given = { NODE_ENV: 'production', ...readEnvironment(name, filled) }
      const { smtpUrl, corsOrigins, metricsAllow, adminEmail, redisUrl } = readSettings(given)
      expect([smtpUrl, corsOrigins, adminEmail, redisUrl, metricsAllow(prometheus)]).toEqual([
        filled.SMTP_URL,
        [filled.CORS_ORIGINS],
        filled.ADMIN_EMAIL,
        'redis://valkey:6379',
        true,
      ])
    }
  })

  it('starts with no more than a password, a secret and the address of the administrator', () => {
    const { POSTGRES_PASSWORD, JWT_SECRET, ADMIN_EMAIL } = filled
    const least = { ...example, POSTGRES_PASSWORD, JWT_SECRET, ADMIN_EMAIL }
    expect(() => readSettings({ NODE_ENV: 'production', ...readEnvironment('api', least) })).not.toThrow()
    for (const name of ['POSTGRES_PASSWORD', 'JWT_SECRET', 'ADMIN_EMAIL'])
      expect(() => readEnvironment('api', { ...least, [name]: '' })).toThrow(
        `${name}: Set it in tools/deploy/.env`,
      )
  })

  it('has no secret in the file, and each variable in .env.example', () => {
    const variables = [...text.matchAll(VARIABLE)].map(([, name = '']) => name)
    const settings = new Set(listSettings(SETTINGS).map(({ name }) => name))
    expect(variables.filter((name) => !(name in example) && !settings.has(name))).toEqual([])
    const own = ['BACKUP_FOLDER', 'DOMAIN', 'KEEP_DAYS', 'POSTGRES_PASSWORD']
    expect(
      Object.keys(example)
        .filter((name) => !settings.has(name))
        .toSorted(),
    ).toEqual(own)
    const secrets = Object.entries(example).filter(([name]) => /PASSWORD|SECRET/.test(name))
    expect(secrets.map(([, value]) => value)).toEqual(['', '', ''])
  })

  it('has a proxy with TLS and a backup as profiles, and the script of the backup', () => {
    const profiles = Object.entries(services).map(([name, { profiles: given = [] }]) => [name, ...given])
    expect(profiles).toEqual([
      ['api'],
      ['worker'],
      ['postgres'],
      ['valkey'],
      ['proxy', 'proxy'],
      ['backup', 'backup'],
    ])
    expect(services['proxy']?.ports).toEqual(['80:80', '443:443'])
    const [script = ''] = services['backup']?.volumes?.[0]?.split(':') ?? []
    expect(existsSync(join(DEPLOY, script))).toBe(true)
  })

  it('limits the memory of each server, and trusts the proxy in front of the service', () => {
    for (const { mem_limit } of Object.values(services)) expect(mem_limit).toMatch(/^\d+[mg]$/)
    expect(services['api']?.environment?.['TRUST_PROXY']).toBeDefined()
  })

  it('names a version of each server', () => {
    for (const { image } of Object.values(services)) expect(image).toMatch(/^content-service$|:\d+$/)
  })
})
