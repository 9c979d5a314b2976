/** Where a sealed value lives. It opens there and nowhere else: a copy in another row, column or table stays shut. */
export type AssociatedData = { readonly table: string; readonly column: string; readonly row: readonly string[] }
