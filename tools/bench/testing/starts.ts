import { startService } from '@content-service/testing'

/** `node starts.ts memory 10` starts so many services one after the other, and prints the figures of each as JSON. */
export interface Figures {
  readonly milliseconds: number
  /** User and system time of the process. */
  readonly cpuMilliseconds: number
}

/** A start, a write and a read of two roles, and the stop. */
export interface Start {
  readonly start: Figures
  readonly requests: Figures
  readonly stop: Figures
}

const measure = async <Result>(work: () => Promise<Result>): Promise<[Figures, Result]> => {
  const [began, cpu] = [performance.now(), process.cpuUsage()]
  const result = await work()
  const { user, system } = process.cpuUsage(cpu)
  return [{ milliseconds: performance.now() - began, cpuMilliseconds: (user + system) / 1_000 }, result]
}

const measureStart = async (database: 'memory' | 'pglite'): Promise<Start> => {
  const [start, service] = await measure(() => startService({ database }))
  const [requests] = await measure(async () => {
    const body = { title: 'A start', content: 'Measured.' }
    await service.as('EDITOR').rest('POST', '/api/articles', { body })
    return service.as('ADMIN').graphql('{ articles { title owner { username } } }')
  })
  const [stop] = await measure(() => service.stop())
  return { start, requests, stop }
}

const [database = '', count = '1'] = process.argv.slice(2)
const starts: Start[] = []
for (let round = 0; round < Number(count); round += 1)
  starts.push(await measureStart(database === 'memory' ? 'memory' : 'pglite'))
console.log(JSON.stringify(starts))
