//! Instances as MiniZinc data: integers, and arrays of them of one or two dimensions.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

/// The parameters of an instance by name. A number is an array of one.
pub struct Data {
    values: HashMap<String, Array>,
}

/// An array of integers, row by row.
struct Array {
    numbers: Vec<i32>,
    /// Length of a row; 0 for one dimension.
    width: usize,
}

impl Data {
    pub fn read(path: &Path) -> Result<Data, String> {
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        Data::parse(&text).map_err(|why| format!("{}: {why}", path.display()))
    }

    fn parse(text: &str) -> Result<Data, String> {
        let mut values = HashMap::new();
        let plain: String = text.lines().map(|line| line.split('%').next().unwrap_or(line)).collect();
        for item in plain.split(';').map(str::trim).filter(|item| !item.is_empty()) {
            let (name, value) = item.split_once('=').ok_or_else(|| format!("no `=` in `{item}`"))?;
            let array = Array::parse(value.trim()).map_err(|why| format!("{}: {why}", name.trim()))?;
            values.insert(name.trim().to_owned(), array);
        }
        Ok(Data { values })
    }

    fn array(&self, name: &str) -> Result<&Array, String> {
        self.values.get(name).ok_or_else(|| format!("`{name}` is not given"))
    }

    pub fn number(&self, name: &str) -> Result<i32, String> {
        match self.array(name)?.numbers[..] {
            [number] => Ok(number),
            _ => Err(format!("`{name}` is not a number")),
        }
    }

    pub fn size(&self, name: &str) -> Result<usize, String> {
        usize::try_from(self.number(name)?).map_err(|_| format!("`{name}` is negative"))
    }

    pub fn list(&self, name: &str) -> Result<&[i32], String> {
        Ok(&self.array(name)?.numbers)
    }

    pub fn rows(&self, name: &str) -> Result<Vec<&[i32]>, String> {
        let array = self.array(name)?;
        if array.width == 0 {
            return Err(format!("`{name}` has no rows"));
        }
        Ok(array.numbers.chunks(array.width).collect())
    }
}

impl Array {
    fn parse(text: &str) -> Result<Array, String> {
        let list = |text: &str| -> Result<Vec<i32>, String> {
            let numbers = text.split(',').map(str::trim).filter(|number| !number.is_empty());
            numbers
                .map(|number| number.parse().map_err(|_| format!("`{number}` is not an integer")))
                .collect()
        };
        if let Some(rows) = text.strip_prefix("[|").and_then(|rest| rest.strip_suffix("|]")) {
            let rows: Vec<Vec<i32>> = rows.split('|').map(list).collect::<Result<_, _>>()?;
            let width = rows[0].len();
            if rows.iter().any(|row| row.len() != width) {
                return Err("rows of different lengths".into());
            }
            return Ok(Array { numbers: rows.concat(), width });
        }
        let inner = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
        Ok(Array { numbers: list(inner)?, width: 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::Data;

    #[test]
    fn reads_numbers_lists_and_rows() {
        let data = Data::parse("n=3; % three\nlist=[1, -2,3];\nrows=[|1,2|3,4|];").unwrap();
        assert_eq!(data.size("n"), Ok(3));
        assert_eq!(data.list("list"), Ok(&[1, -2, 3][..]));
        assert_eq!(data.rows("rows"), Ok(vec![&[1, 2][..], &[3, 4][..]]));
    }

    #[test]
    fn refuses_what_it_cannot_read() {
        for text in ["n", "n=x;", "rows=[|1,2|3|];"] {
            assert!(Data::parse(text).is_err(), "{text}");
        }
        assert!(Data::parse("n=1;").unwrap().rows("n").is_err());
    }
}
