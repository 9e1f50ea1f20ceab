import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readSettings, readWorkerSettings } from '../settings/read-settings.ts'
import { DEPLOY, readDeployed, ROOT } from '../../tests/support/processes/deployed.ts'

const UNITS = globSync('content-service{,-worker,@}.service', { cwd: DEPLOY })
const page = readFileSync(join(ROOT, 'docs/systemd.md'), 'utf8')

/** The lines that restrict a service. Each unit may have a folder of its own. */
const listRestrictions = (unit: string): readonly string[] =>
  (readDeployed(unit).split('\nDynamicUser=yes\n')[1] ?? '')
    .split('\n')
    .filter((line) => !line.startsWith('StateDirectory'))

describe('docs/systemd.md and its units', () => {
  it('restrict all services alike', () => {
    const [first, ...others] = UNITS.map(listRestrictions)
    expect(first?.length).toBeGreaterThan(20)
    for (const other of others) expect(other).toEqual(first)
  })

  it('start a program that exists in the folder of the page', () => {
    for (const unit of UNITS) {
      const [, program = ''] = /^ExecStart=.* \/opt\/content-service\/(\S+) /m.exec(readDeployed(unit)) ?? []
      expect([unit, existsSync(join(ROOT, program))]).toEqual([unit, true])
      expect(page).toContain(program)
    }
    expect(page).toContain('ln -sfn "/opt/content-service-$version" /opt/content-service\n')
  })

  it('the backup starts a program that exists, and leaves the shared memory of PostgreSQL', () => {
    const unit = readDeployed('content-service-backup.service')
    const [, program = ''] = /^ExecStart=\/opt\/content-service\/(\S+) /m.exec(unit) ?? []
    expect(existsSync(join(ROOT, program))).toBe(true)
    expect(unit).toMatch(/^User=postgres$/m)
    expect(unit).not.toMatch(/^RemoveIPC=yes$/m)
  })

  it('name the Node that the service needs', () => {
    const { engines } = JSON.parse(readFileSync(join(ROOT, 'apps/api/package.json'), 'utf8')) as {
      readonly engines: { readonly node: string }
    }
    const [needed = ''] = /\d{1,9}\.\d{1,9}/.exec(engines.node) ?? []
    expect(page.replaceAll(/ +/g, ' ')).toContain(`| Node | ${needed} or newer`)
    expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain(
      `[Node ${needed} or newer](docs/systemd.md)`,
    )
  })

  it('has settings that production accepts, without the port of a process', () => {
    const [, block = ''] = /```ini\n([\s\S]*?)```/.exec(page) ?? []
    const given = { NODE_ENV: 'production', ...parseEnv(block), JWT_SECRET: 'x'.repeat(32) }
    expect(() => [readSettings(given), readWorkerSettings(given)]).not.toThrow()
    expect(given).not.toHaveProperty('PORT')
  })
})
