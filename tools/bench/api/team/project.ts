/** The folder of the team whose content types the benchmark uses: those of examples/team, and three more. */
export const TEAM = import.meta.dirname
