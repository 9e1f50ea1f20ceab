import type { StatisticsStore } from '@content-service/domain/internal/integrity'
import { SqlStore } from '../session/sql-store.ts'
import { refreshStatistics } from './statistics.ts'

export class SqlStatisticsStore extends SqlStore implements StatisticsStore {
  refresh(): Promise<void> {
    return this.session.run(refreshStatistics)
  }
}
