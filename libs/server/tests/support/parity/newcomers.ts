import type { Cast } from '../cast.ts'
import type { TestService } from '../service.ts'
import { bothStyles, type BothStyles } from './both-styles.ts'

/** New users, each with a password, who call both interfaces for themselves. */
export const newcomers = (service: TestService, cast: Cast) => {
  const styles = new Map<string, BothStyles>()
  return {
    make: async (): Promise<string> => {
      const { id, as } = await cast.personWithPassword('AUTHOR')
      styles.set(id, bothStyles(service, as))
      return id
    },
    as: (id: string): BothStyles => {
      const found = styles.get(id)
      if (found === undefined) throw new Error(`${id} is no newcomer`)
      return found
    },
  }
}

export type Newcomers = ReturnType<typeof newcomers>
