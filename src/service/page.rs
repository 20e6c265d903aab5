//! Pages of lists: one row more than a page has tells whether there is a next one.

/// Cuts a page that was read one row too long; the last row it keeps, where there are more.
pub fn cut<T>(rows: &mut Vec<T>, limit: u32) -> Option<&T> {
    let limit = limit as usize;
    let more = rows.len() > limit;
    rows.truncate(limit);
    if more { rows.last() } else { None }
}
