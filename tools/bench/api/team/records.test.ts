import { expect, it } from 'vitest'
import { QUESTIONS } from '../workloads.ts'
import { HALLS, makeHall, makeTalk, makeTalkTime, TALKS } from './records.ts'

const SEED = 7
const PAGE = 20

it('each question about talks has a time of its own, with a page of talks in open halls before it', () => {
  const times = Array.from({ length: QUESTIONS }, (_, place) => makeTalkTime(place))
  expect(new Set(times).size).toBe(QUESTIONS)
  const halls = Array.from({ length: HALLS }, (_, place) => makeHall(SEED, place))
  const open = new Set(halls.filter(({ status }) => status === 'OPEN').map(({ id }) => id))
  const talks = Array.from({ length: TALKS }, (_, place) => makeTalk(SEED, place))
  const oldest = times.toSorted()[0] ?? ''
  const found = talks.filter((talk) => talk.created_at < oldest && open.has(talk.hall_id))
  expect(found.length).toBeGreaterThanOrEqual(PAGE)
})
