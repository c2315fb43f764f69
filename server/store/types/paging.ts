export interface Page<Row> {
  rows: Row[];
  total: number;
}

export interface Paging {
  limit: number;
  offset: number;
}
