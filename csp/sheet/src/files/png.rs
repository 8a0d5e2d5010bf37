//! PNG files.

use super::archive::checksum;
use super::pixels::Pixels;
use crate::Image;
use miniz_oxide::deflate::compress_to_vec_zlib;

/// Images are drawn at twice their size, unless the longer side had more pixels than this.
const MOST: f64 = 4096.0;
const SCALE: f64 = 2.0;
/// The effort of compression, of 10.
const EFFORT: u8 = 6;

/// Returns an image as a PNG file.
pub fn png(image: &Image) -> Vec<u8> {
    let longer = image.size[0].max(image.size[1]).max(1.0);
    let pixels = Pixels::of(image, SCALE.min(MOST / longer));
    let mut rows = Vec::with_capacity(pixels.height * (1 + 3 * pixels.width));
    for row in pixels.rows() {
        // Differences from the pixel to the left compress better than values.
        rows.push(1);
        let mut left = [0; 3];
        for pixel in row {
            rows.extend(pixel.iter().zip(left).map(|(value, left)| value.wrapping_sub(left)));
            left = pixel;
        }
    }
    let mut head = Vec::new();
    head.extend((pixels.width as u32).to_be_bytes());
    head.extend((pixels.height as u32).to_be_bytes());
    // 8 bits a channel, three channels, and the only defined methods of compression, filtering and interlacing.
    head.extend([8, 2, 0, 0, 0]);
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut file, b"IHDR", &head);
    chunk(&mut file, b"IDAT", &compress_to_vec_zlib(&rows, EFFORT));
    chunk(&mut file, b"IEND", &[]);
    file
}

fn chunk(file: &mut Vec<u8>, name: &[u8; 4], data: &[u8]) {
    file.extend((data.len() as u32).to_be_bytes());
    let from = file.len();
    file.extend(name);
    file.extend(data);
    let sum = checksum(&file[from..]);
    file.extend(sum.to_be_bytes());
}
