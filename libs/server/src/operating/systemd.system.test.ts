import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { requirePrograms } from '../../../../tools/required-programs.ts'
import { readDeployed, runTool } from '../testing/deployed.ts'

requirePrograms('systemd-analyze')

describe('the systemd units', () => {
  it.each(['content-service.service', 'content-service-worker.service'])(
    '%s is valid, and restricts the service',
    (unit) => {
      const folder = mkdtempSync(join(tmpdir(), 'unit-'))
      const file = join(folder, unit)
      // The Node that runs this test replaces the Node of the machine.
      writeFileSync(file, readDeployed(unit).replace('/usr/bin/node', process.execPath))
      expect(() => runTool('systemd-analyze', 'verify', file)).not.toThrow()
      // The exposure is from 0 (none) to 10, given in tenths.
      expect(() =>
        runTool('systemd-analyze', 'security', '--offline=true', '--threshold=20', file),
      ).not.toThrow()
      rmSync(folder, { recursive: true })
    },
  )
})
