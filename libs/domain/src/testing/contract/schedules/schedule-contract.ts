import { afterAll, beforeAll, describe } from 'vitest'
import { noticeModel } from '../../notice-model.ts'
import { bulletinSchedules, noticeSchedules } from './declared-schedules.ts'
import { dueRecords } from './due-records.ts'
import { scheduleRules } from './schedule-rules.ts'
import type { OpenSchedules } from './schedule-world.ts'

/** C4.3, C17.2: the schedules of articles and of declared types, on every kind of stores. */
export const scheduleContract = (name: string, open: () => Promise<OpenSchedules>): void => {
  describe(`C17.2 schedules, in stores: ${name}`, () => {
    let opened: OpenSchedules
    beforeAll(async () => {
      opened = await open()
    })
    afterAll(() => opened.close())
    const read = (): OpenSchedules => opened
    for (const type of ['Article', 'Notice'])
      describe(type, () => {
        scheduleRules(read, noticeModel.typeNamed(type))
        dueRecords(read, noticeModel.typeNamed(type))
      })
    describe('Notice alone', () => noticeSchedules(read))
    describe('Bulletin', () => bulletinSchedules(read))
  })
}
