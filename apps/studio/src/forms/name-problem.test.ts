import { describe, expect, it } from 'vitest'
import type { Field } from '../api/model.ts'
import { nameProblem } from './name-problem.ts'

const WORDS = {
  itemOf: (label: string, place: number) => `${label}, item ${place}`,
  blockOf: (label: string, place: number) => `${label}, block ${place}`,
}

/** The cast leaves out the members of a field that its name for people does not need. */
const field = (name: string, label: string, more: object = {}): Field =>
  ({ name, label, link: null, fields: null, item: null, blocks: null, ...more }) as Field

const fields = [
  field('topic', 'Topic', { link: { attribute: 'topicId' } }),
  field('contact', 'Contact', { fields: [field('phone', 'Phone')] }),
  field('rooms', 'Rooms', { item: field('room', 'Room', { fields: [field('seats', 'Seats')] }) }),
  field('closedOn', 'Closed on', { item: field('day', 'Day') }),
  field('page', 'Page', {
    blocks: [
      { type: 'paragraph', label: 'Paragraph', fields: [field('text', 'Text')] },
      { type: 'picture', label: 'Picture', fields: [field('text', 'Caption')] },
    ],
  }),
]
const values = { page: [{ type: 'paragraph' }, { type: 'picture' }], rooms: [{ seats: 0 }] }

describe('the name of a refused value', () => {
  it.each([
    ['topicId', 'Topic'],
    ['contact', 'Contact'],
    ['contact.phone', 'Contact: Phone'],
    ['rooms', 'Rooms'],
    ['rooms.0', 'Rooms, item 1'],
    ['rooms.0.seats', 'Rooms, item 1: Seats'],
    ['closedOn.2', 'Closed on, item 3'],
    ['page.0.text', 'Page, block 1: Text'],
    ['page.1.text', 'Page, block 2: Caption'],
    ['page.1.other', 'Page, block 2'],
    ['other', null],
  ])('of %s has the labels of the form', (path, name) =>
    expect(nameProblem(fields, values, path.split('.'), WORDS)).toBe(name),
  )
})
