/** Port: what the database knows about its own tables, by which it plans reads. */
export interface StatisticsStore {
  /** Collects statistics about tables that have none, or of which more than a tenth and 1,000 rows have changed. */
  refresh(): Promise<void>
}
