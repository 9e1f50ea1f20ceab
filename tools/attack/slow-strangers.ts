import { START_SETTINGS } from '../bench/api/service.ts'
import type { Account, AttackedService } from './attacked-service.ts'
import { comeFrom } from './origins.ts'
import { type StrangerTimes, watchStranger } from './stranger.ts'

const WARMING_REQUESTS = 3
const CLIENT_ID = 'strangers'
const CLIENT_SECRET = 'a secret of thirty-two bytes or more'

/** The settings with which the strangers have addresses of their own, and sign in with a password. */
export const STRANGERS_SETTINGS = {
  TRUST_PROXY: '127.0.0.1',
  OAUTH_CLIENT_ID: CLIENT_ID,
  OAUTH_CLIENT_SECRET: CLIENT_SECRET,
  OAUTH_REDIRECT_URIS: 'http://127.0.0.1:9/callback',
}

/** The account gets the password of the administrator. */
const ADD_PASSWORD = `insert into credentials
  select (jsonb_populate_record(c, jsonb_build_object('user_id', $1::int))).* from credentials c where user_id = $2`
const FIND_USERNAME = 'select username from users where id = $1'

const LIST = '{ articles(limit: 10) { id title owner { username } } }'
const SEARCH = '{ searchAll(query: "word1 word2") { edges { score } } }'

/** A request that somebody sends again and again. */
interface Habit {
  readonly pauseMs: number
  readonly send: () => Promise<Response>
}

/** The strangers, by the names of their requests. */
export type Strangers = Readonly<Record<StrangerName, Habit>>
/** The times of all strangers. */
export type StrangersTimes = Readonly<Record<StrangerName, StrangerTimes>>
type StrangerName = 'REST list' | 'GraphQL list' | 'search' | 'sign-in' | 'probe'

/** An account that comes from an address of its own. */
const addStranger = async (service: AttackedService, number: number): Promise<Account> => {
  const { id, headers } = await service.addAccount('READER')
  return { id, headers: { ...headers, ...comeFrom(`203.0.113.${number}`) } }
}

const createSignIn = async (
  { url, database, administrator }: AttackedService,
  { id }: Account,
): Promise<() => Promise<Response>> => {
  await database.query(ADD_PASSWORD, [id, administrator.id])
  const { rows } = await database.query<{ username: string }>(FIND_USERNAME, [id])
  const form = {
    grant_type: 'password',
    username: rows[0]?.username ?? '',
    password: START_SETTINGS.ADMIN_PASSWORD,
    client_id: CLIENT_ID,
    client_secret: CLIENT_SECRET,
  }
  const headers = comeFrom('203.0.113.4')
  return () => fetch(`${url}/oauth/token`, { method: 'POST', headers, body: new URLSearchParams(form) })
}

export const addStrangers = async (service: AttackedService): Promise<Strangers> => {
  const [rest, graphql, searcher] = [
    await addStranger(service, 1),
    await addStranger(service, 2),
    await addStranger(service, 3),
  ]
  const signIn = await createSignIn(service, await addStranger(service, 4))
  const probe = { headers: comeFrom('203.0.113.5') }
  return {
    'REST list': { pauseMs: 100, send: () => fetch(`${service.url}/api/articles?limit=10`, rest) },
    'GraphQL list': { pauseMs: 100, send: () => service.query(graphql, LIST) },
    search: { pauseMs: 500, send: () => service.query(searcher, SEARCH) },
    'sign-in': { pauseMs: 1_000, send: signIn },
    probe: { pauseMs: 100, send: () => fetch(`${service.url}/healthz`, probe) },
  }
}

/** Each stranger sends a few requests alone, so that compiling and connecting count nowhere. */
export const warmStrangers = async (strangers: Strangers): Promise<void> => {
  for (const { send } of Object.values(strangers))
    for (let sent = 0; sent < WARMING_REQUESTS; sent += 1) await (await send()).arrayBuffer()
}

/** Watches all strangers until an attack has ended. */
export const watchStrangers = async (
  strangers: Strangers,
  attack: Promise<unknown>,
): Promise<StrangersTimes> => {
  const watch = (name: StrangerName) => watchStranger(strangers[name].send, attack, strangers[name].pauseMs)
  const [rest, graphql, search, signIn, probe] = await Promise.all([
    watch('REST list'),
    watch('GraphQL list'),
    watch('search'),
    watch('sign-in'),
    watch('probe'),
  ])
  return { 'REST list': rest, 'GraphQL list': graphql, search, 'sign-in': signIn, probe }
}
