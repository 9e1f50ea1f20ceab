import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AttackedService } from './attacked-service.ts'
import { defineAttack, type Figure } from './attack.ts'
import { type CrowdResult, sendAsCrowd } from './crowd.ts'
import { comeFrom, createOrigins } from './origins.ts'
import { countUnserved, nameOutcome, showOutcomes } from './outcomes.ts'
import { addArticles, addEntries, addFollowed, settle } from './slow-data.ts'
import { chooseKinds, createSlowQueries, type SlowKind, type SlowRecords } from './slow-queries.ts'
import { addStrangers, STRANGERS_SETTINGS, warmStrangers, watchStrangers } from './slow-strangers.ts'
import type { StrangerTimes } from './stranger.ts'

const IDLE_MS = 3_000
const NS_OF_MS = 1_000_000
/** The articles that strangers list, if the attack searches no texts. */
const FEW_ARTICLES = 300
const PROOFS = 2
/** The attackers do not reach the numbers of these queries. */
const FIRST_PROOF = 1_000_000

const tell = (line: string): void => void process.stdout.write(`${line}\n`)

/** Adds the records of some kinds. */
const addRecords = async (
  service: AttackedService,
  kinds: readonly SlowKind[],
  { hidden, articles }: { readonly hidden: number; readonly articles: number },
): Promise<SlowRecords> => {
  const needs = (...names: readonly SlowKind[]): boolean => names.some((name) => kinds.includes(name))
  await addArticles(service, service.administrator, needs('searches') ? articles : FEW_ARTICLES)
  const followed = needs('followers', 'deeper') ? await addFollowed(service, hidden) : []
  const topic = needs('links', 'filters') ? await addEntries(service, hidden) : ''
  await settle(service)
  return { followed, topic }
}

/** Sends some requests alone, each from a new address, and prints their times and prices. */
const proveSlowness = async (
  { url }: AttackedService,
  kinds: readonly SlowKind[],
  records: SlowRecords,
): Promise<void> => {
  let address = 0
  for (const kind of kinds)
    for (let number = 0; number < PROOFS; number += 1) {
      const started = performance.now()
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...comeFrom(`192.0.2.${++address}`) },
        body: JSON.stringify({ query: createSlowQueries([kind], records)(FIRST_PROOF + number) }),
      })
      const outcome = nameOutcome(response.status, await response.text())
      const read = (name: string): number => Number(response.headers.get(name))
      const price = read('x-ratelimit-limit') - read('x-ratelimit-remaining')
      const ms = Math.round(performance.now() - started)
      tell(`alone, ${kind}: ${ms} ms, ${price} of the quota, ${outcome}`)
    }
}

const showTimes = (when: string, name: string, times: StrangerTimes): void =>
  tell(
    `${when}, ${name}: median ${times.medianMs.toFixed(1)} ms, p95 ${times.p95Ms.toFixed(1)} ms, slowest ` +
      `${times.slowestMs.toFixed(1)} ms; ${showOutcomes(times.outcomes)}`,
  )

const createFigures = (name: string, times: StrangerTimes, limits: Partial<Limits>): readonly Figure[] => {
  const inMs = (which: string, value: number, limit: number | undefined): readonly Figure[] =>
    limit === undefined ? [] : [{ name: `${which} ${name} of others`, value, unit: 'ms', limit }]
  return [
    ...inMs('median', times.medianMs, limits.median),
    ...inMs('p95', times.p95Ms, limits.p95),
    ...inMs('slowest', times.slowestMs, limits.slowest),
    { name: `unserved ${name} of others`, value: countUnserved(times.outcomes), unit: 'requests', limit: 0 },
  ]
}
interface Limits {
  readonly median: number
  readonly p95: number
  readonly slowest: number
}

const showCrowd = ({ outcomes, perSecond, open }: CrowdResult): void =>
  tell(`attackers: ${perSecond.toFixed(1)} responses a second; ${showOutcomes(outcomes)}; ${open} still open`)

type AllTimes = Awaited<ReturnType<typeof watchStrangers>>

const compare = (idle: AllTimes, attacked: AllTimes): readonly Figure[] => {
  const read = (name: 'REST list' | 'GraphQL list') => {
    const median = Math.max(100, 2 * idle[name].medianMs)
    return createFigures(name, attacked[name], { median, p95: 500, slowest: 2_000 })
  }
  return [
    ...read('REST list'),
    ...read('GraphQL list'),
    ...createFigures('search', attacked.search, { slowest: 2_000 }),
    ...createFigures('sign-in', attacked['sign-in'], { slowest: 500 }),
    ...createFigures('probe', attacked.probe, { slowest: 500 }),
  ]
}

export const slowReads = defineAttack({
  about:
    'Attackers send reads with a low price that take PostgreSQL long, while others read, search and sign in.',
  project: join(import.meta.dirname, 'topics'),
  settings: STRANGERS_SETTINGS,
  options: {
    kind: {
      about: 'followers, links, filters, deeper, searches, or mixed for all in turn',
      default: 'followers',
    },
    from: {
      about: 'addresses: 20 without a credential; keys: 50 of one reader; user: one reader',
      default: 'addresses',
    },
    senders: { about: 'attackers at a time', default: 20 },
    streams: { about: 'requests that each attacker has open at a time', default: 4 },
    seconds: { about: 'the time', default: 40 },
    hidden: { about: 'followers of each attacked user, and entries of the topic', default: 100_000 },
    articles: { about: 'articles for searches', default: 30_000 },
  },
  run: async (service, { kind, from, senders, streams, seconds, hidden, articles }) => {
    const kinds = chooseKinds(kind)
    const origins = await createOrigins(service, from)
    const records = await addRecords(service, kinds, { hidden, articles })
    await proveSlowness(service, kinds, records)
    const strangers = await addStrangers(service)
    await warmStrangers(strangers)
    const idle = await watchStrangers(strangers, sleep(IDLE_MS))
    for (const [name, times] of Object.entries(idle)) showTimes('idle', name, times)
    const create = createSlowQueries(kinds, records)
    const ownDelay = monitorEventLoopDelay({ resolution: 10 })
    ownDelay.enable()
    const attack = sendAsCrowd(service, { senders, streams, seconds, origins, create })
    const attacked = await watchStrangers(strangers, attack)
    for (const [name, times] of Object.entries(attacked)) showTimes('attacked', name, times)
    showCrowd(await attack)
    // The strangers wait for this process, too: times below this one say nothing about the service.
    tell(`this process waited for its turn at most ${(ownDelay.max / NS_OF_MS).toFixed(0)} ms`)
    return compare(idle, attacked)
  },
})
