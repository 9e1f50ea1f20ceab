import { expect, it } from 'vitest'
import { listOpenProblems } from './open-problems.ts'

const refusal = Object.assign(new Error('refused'), {
  name: 'ClientError',
  code: 'BAD_USER_INPUT',
  problems: ['title', 'rooms.1.name', 'rooms'].map((path) => ({
    path: path.split('.'),
    message: 'is wrong',
  })),
})
const sent = { title: '', seats: 2, rooms: [{ key: 'a' }, { key: 'b', name: '', seats: 1 }] }

const listPaths = (now: typeof sent) => listOpenProblems(refusal, sent, now).map(({ path }) => path.join('.'))

it('keeps what the service refused until somebody changes that value', () => {
  expect(listPaths({ ...sent, seats: 3 })).toEqual(['title', 'rooms.1.name', 'rooms'])
  expect(listPaths({ ...sent, title: 'T' })).toEqual(['rooms.1.name', 'rooms'])
  expect(listPaths({ ...sent, rooms: [{ key: 'a' }, { key: 'b', name: '', seats: 9 }] })).toEqual([
    'title',
    'rooms.1.name',
  ])
  expect(listPaths({ ...sent, rooms: [{ key: 'a' }, { key: 'b', name: 'Hall', seats: 1 }] })).toEqual([
    'title',
  ])
})

it('drops what the service refused of a part that has moved', () => {
  expect(listPaths({ ...sent, rooms: sent.rooms.toReversed() })).toEqual(['title'])
})

it('keeps nothing without a refusal', () => {
  expect(listOpenProblems(new Error('offline'), sent, sent)).toEqual([])
})
