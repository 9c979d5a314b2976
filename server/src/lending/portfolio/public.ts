// What other rooms may use of this one. Nothing of it is imported past this file.

export { closeDays } from './close.ts'
export { readPortfolio } from './portfolio.ts'
export { findClosed, listBalances, listDebtors } from './store.ts'
export { findLastClose, listAgeing } from './store.ts'
