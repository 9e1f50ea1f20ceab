import type { Client } from 'pg'
import { withClient } from '../../../postgres/postgres-client.ts'
import { startService } from '../service.ts'
import { TEAM } from './project.ts'
import {
  HALLS,
  makeHall,
  makeMeetup,
  makeReport,
  makeTalk,
  makeTopic,
  makeTour,
  MEETUPS,
  REPORTS,
  TALKS,
  TEAM_USERS,
  TOPICS,
  TOURS,
} from './records.ts'

const NAME = 'team'

/** Readers with the settings of the administrator. */
const USERS = `
  insert into users (id, username, name, email, role, roles, status, deleted, permissions, profile, settings, preferences,
    tokens_valid_from, created_at, email_confirmed_at, version)
  select 2 + n, 'user' || n, 'User ' || n, 'user' || n || '@example.org', 'READER', '{READER}', status, deleted, '{}',
    profile, settings, preferences, created_at, created_at, created_at, 1
  from users, generate_series(1, ${TEAM_USERS}) n where id = 2`

const TOPIC_ROWS = `insert into categories (id, name, created_at)
  select id, name, created_at from json_to_recordset($1::json) t (id uuid, name text, created_at timestamptz)`

const MEETUP_ROWS = `
  insert into meetups (id, title, description, starts_at, tags, status, topic_id, organizer_id, created_at, version,
    heading)
  select id, title, description, starts_at, tags, status, topic_id, organizer_id, created_at, 1,
    case status when 'CANCELLED' then 'Cancelled: ' else '' end || title
  from json_to_recordset($1::json) t (id uuid, title text, description text, starts_at timestamptz, tags text[],
    status text, topic_id uuid, organizer_id integer, created_at timestamptz)`

const HALL_ROWS = `insert into halls (id, title, status, created_at, version)
  select id, title, status, created_at, 1
  from json_to_recordset($1::json) t (id uuid, title text, status text, created_at timestamptz)`

const TALK_ROWS = `insert into talks (id, title, starts_at, hall_id, created_at, version)
  select id, title, starts_at, hall_id, created_at, 1
  from json_to_recordset($1::json) t (id uuid, title text, starts_at timestamptz, hall_id uuid, created_at timestamptz)`

/** The same records in other tables. */
const COPIES = [
  'insert into slots select * from talks',
  'insert into shows select * from talks',
  'insert into sites select * from halls',
]

const TOUR_ROWS = `insert into tours (id, title, stops, created_at, version)
  select id, title, stops, created_at, 1 from json_to_recordset($1::json) t (id uuid, title text, stops jsonb, created_at timestamptz)`

/** The pairs of tours and linked records, which the store keeps beside the stops. */
const writeTourJoins = (
  linked: string,
  member: string,
): string => `insert into tours_parts_${linked} (record_id, linked_id, place)
  select id, (stop ->> '${member}')::uuid, min(place) from tours, jsonb_array_elements(stops) with ordinality found (stop, place)
  where stop ? '${member}' group by 1, 2`

const writeReports = (table: string, members: string, values: string): string => `
  insert into ${table} (id, title, content, excerpt, status, tags, owner_id, views, created_at, published_at, version ${members})
  select id, title, content, excerpt, status, tags, owner_id, views, created_at, published_at, 1 ${values}
  from json_to_recordset($1::json) t (id uuid, title text, content text, excerpt text, status text, tags text[],
    owner_id integer, views integer, created_at timestamptz, published_at timestamptz)`

const fill = async (client: Client, seed: number): Promise<void> => {
  const make = <Item>(count: number, one: (seed: number, place: number) => Item): string =>
    JSON.stringify(Array.from({ length: count }, (_, place) => one(seed, place)))
  // No list of the benchmark searches: without triggers, nothing waits for the search index.
  await client.query('set session_replication_role = replica')
  await client.query(USERS)
  await client.query(TOPIC_ROWS, [make(TOPICS, makeTopic)])
  await client.query(MEETUP_ROWS, [make(MEETUPS, makeMeetup)])
  await client.query(HALL_ROWS, [make(HALLS, makeHall)])
  await client.query(TALK_ROWS, [make(TALKS, makeTalk)])
  for (const copy of COPIES) await client.query(copy)
  await client.query(TOUR_ROWS, [make(TOURS, makeTour)])
  const reports = make(REPORTS, makeReport)
  await client.query(writeReports('articles', ', excerpt_derived', ', true'), [reports])
  await client.query(writeReports('reports', ', likes', ', 0'), [reports])
  await client.query(writeTourJoins('sites', 'siteId'))
  await client.query(writeTourJoins('shows', 'showId'))
  await client.query('vacuum (freeze, analyze)')
}

/**
 * Makes a database with meetups on the same PostgreSQL. The types of the team do not change the tables of other scenarios.
 * @returns its URL.
 */
export const prepareTeamDatabase = async (serverUrl: string, seed: number): Promise<string> => {
  const url = new URL(serverUrl)
  url.pathname = `/${NAME}`
  await withClient(serverUrl, async (client) => {
    await client.query(`drop database if exists ${NAME} with (force)`)
    await client.query(`create database ${NAME}`)
  })
  // The first start creates the tables and the administrator.
  const service = await startService({ settings: { DATABASE_URL: url.href }, cores: null, project: TEAM })
  await service.stop()
  await withClient(url.href, (client) => fill(client, seed))
  return url.href
}
