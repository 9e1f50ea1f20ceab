import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { ALARMS, PANELS, QUERIES } from '../../tests/support/alarms.ts'
import { readDeployed, ROOT } from '../../tests/support/processes/deployed.ts'
import { startTestService } from '../../tests/support/service.ts'

const metricsIn = (expr: string): readonly string[] =>
  expr.match(/\b(http|graphql|rate_limit|database|queue|mails?|integrity|nodejs|process)\w*_\w+/g) ?? []

describe('the dashboard and its alarms', () => {
  let served: ReadonlySet<string>
  let guide: string
  beforeAll(async () => {
    const service = await startTestService()
    const { body } = await service.call('GET', '/metrics', { as: null })
    const html = { accept: 'text/html' }
    guide = String(
      (await service.call('GET', '/api/guides/faults-and-alarms', { as: null, headers: html })).body,
    )
    await service.stop()
    served = new Set([...String(body).matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name))
  }, 60_000)

  it('query metrics that the service has', () => {
    const asked = [...ALARMS.map(({ expr }) => expr), ...QUERIES].flatMap(metricsIn)
    const names = new Set(asked.map((name) => name.replace(/_(bucket|count|sum)$/, '')))
    expect([...names].filter((name) => !served.has(name))).toEqual([])
    expect(names.size).toBeGreaterThan(12)
  })

  it('each alarm has a section in docs/faults-and-alarms.md, and each section has an alarm', () => {
    const docs = readFileSync(join(ROOT, 'docs/faults-and-alarms.md'), 'utf8')
    const [, alarms = ''] = /^## Alarms$([\s\S]*?)^## /m.exec(docs) ?? []
    const sections = [...alarms.matchAll(/^### (\w+)$/gm)].map(([, name]) => name)
    expect(sections).toEqual(ALARMS.map(({ alert }) => alert))
    const anchors = new Set(ALARMS.map(({ alert }) => alert.toLowerCase()))
    const told = PANELS.flatMap(({ description = '' }) => /#(\w+)/.exec(description)?.[1] ?? [])
    expect(told.filter((anchor) => !anchors.has(anchor))).toEqual([])
  })

  it('each alarm links to its section in the guides of the service', () => {
    const { global } = parse(readDeployed('prometheus.yaml')) as {
      readonly global: { readonly external_labels: { readonly runbooks: string } }
    }
    expect(new URL(global.external_labels.runbooks).pathname).toBe('/api/guides/faults-and-alarms')
    for (const { alert, annotations } of ALARMS) {
      const anchor = alert.toLowerCase()
      expect(annotations.runbook_url).toBe(`{{ $externalLabels.runbooks }}#${anchor}`)
      expect(guide).toContain(` id="${anchor}"`)
    }
  })
})
