//! Pages of lists. A page is read with one row more than it has, to learn whether there is a next page.

/// Cuts off the extra row of a page; returns the last row of the page if there is a next page.
pub fn cut<T>(rows: &mut Vec<T>, limit: u32) -> Option<&T> {
    let limit = limit as usize;
    let more = rows.len() > limit;
    rows.truncate(limit);
    if more { rows.last() } else { None }
}
