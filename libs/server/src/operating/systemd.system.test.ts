import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { requirePrograms } from '../../../../tools/programs/required-programs.ts'
import { DEPLOY, readDeployed, ROOT, runTool } from '../../tests/support/processes/deployed.ts'

requirePrograms('systemd-analyze')

const UNITS = globSync('*.{service,timer}', { cwd: DEPLOY })
const SERVICES = UNITS.filter((unit) => unit.endsWith('.service'))

describe('the systemd units', () => {
  it('are one process, several processes, a worker and a backup', () => {
    expect(UNITS.toSorted()).toEqual([
      'content-service-backup.service',
      'content-service-backup.timer',
      'content-service-worker.service',
      'content-service.service',
      'content-service@.service',
    ])
  })

  it('the timer is valid, and names a time', () => {
    const [, time = ''] = /^OnCalendar=(.*)$/m.exec(readDeployed('content-service-backup.timer')) ?? []
    expect(() => runTool('systemd-analyze', 'calendar', time)).not.toThrow()
  })

  it.each(SERVICES)('%s is valid, and restricts the service', (unit) => {
    const folder = mkdtempSync(join(tmpdir(), 'unit-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const instance = join(folder, unit.replace('@.', '@3000.'))
    // The Node that runs this test replaces the Node of the machine.
    const text = readDeployed(unit).replace('/usr/bin/node', process.execPath)
    writeFileSync(instance, text.replace(/\/opt\/content-service\/(tools\S+)/, join(ROOT, '$1')))
    expect(() => runTool('systemd-analyze', 'verify', instance)).not.toThrow()
    // The exposure is from 0 (none) to 10, given in tenths.
    expect(() =>
      runTool('systemd-analyze', 'security', '--offline=true', '--threshold=20', instance),
    ).not.toThrow()
  })
})
